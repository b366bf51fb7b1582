/** `npm run dist`: installers of this system in dist/. Native modules are this system's, so it packs for no other. */
import { pack } from './pack.mjs'

try {
  await pack(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
