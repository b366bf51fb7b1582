/** The command line of a checkout: builds missing or outdated bundles, then loads the command line from them. */
import { ensureBuilt } from '../tools/build/ensure-built.mjs'

await ensureBuilt(['node']).then(
  () => import(new URL('../out/node/cli.js', import.meta.url).href),
  (error) => {
    console.error(`sightline: ${error.message}`)
    process.exitCode = 1
  },
)
