#!/usr/bin/env node
/** The command line. In a checkout it builds first what is missing or out of date. */
import { ensureBuilt } from '../tools/build/ensure-built.mjs'

await ensureBuilt(['node'])
await import('../out/node/cli.js')
