/** Builds what the Studio needs and is out of date. */
import { ensureBuilt } from '../build/ensure-built.mjs'

await ensureBuilt(['node', 'renderer', 'preload']).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
