#!/usr/bin/env node
/** The command line. In a checkout it builds first what is missing or out of date. */
import { ensureBuilt } from '../tools/build/ensure-built.mjs'

await ensureBuilt(['node']).then(
  () => import('../out/node/cli.js'),
  (error) => {
    console.error(`sightline: ${error.message}`)
    process.exitCode = 1
  },
)
