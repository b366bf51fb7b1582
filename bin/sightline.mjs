#!/usr/bin/env -S node --max-semi-space-size=4
/** The command line. In a checkout it first builds missing or outdated bundles. */
import { ensureBuilt } from '../tools/build/ensure-built.mjs'

await ensureBuilt(['node']).then(
  () => import('../out/node/cli.js'),
  (error) => {
    console.error(`sightline: ${error.message}`)
    process.exitCode = 1
  },
)
