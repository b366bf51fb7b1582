/** `npm run dist`: writes installers to dist/, for this system only, since installed native modules are for it. */
import { ifSupported } from '../../bin/supported.mjs'

ifSupported(async () => {
  const { pack } = await import('./pack.mjs')
  try {
    await pack(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
})
