/** Starts each entry with versions of Node.js that Sightline refuses: it must end with one sentence, not with a stack trace. */
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../build/ensure-built.mjs'
import { oldVersions } from './old-versions.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The sources that people start; others are started by these. */
export const ENTRIES = [
  ...['bin/sightline.mjs', 'tools/start/start.mjs', 'tools/start/dev-web.mjs'],
  ...['tools/build/build.mjs', 'tools/check/check.mjs', 'tools/dist/dist.mjs', 'tools/test/start.mjs'],
]
const SENTENCE = /^Sightline runs with Node\.js .+; this is Node\.js [\d.]+ on .+\.\n$/

/** Prints what it does; returns whether each entry refuses each version. True where no old version has a binary. */
export async function refusesOldNodes() {
  await ensureBuilt(['node'])
  const { nodes } = oldVersions()
  if (nodes.length === 0) console.log(`No old Node.js is pinned for ${process.platform} on ${process.arch}.`)
  const failed = nodes.flatMap((node) =>
    [...ENTRIES, 'out/node/cli.js'].filter((entry) => {
      const { status, stdout, stderr } = spawnSync(node, [join(root, entry)], { encoding: 'utf8' })
      const refuses = status === 1 && stdout === '' && SENTENCE.test(stderr)
      if (!refuses) console.log(`${entry} on ${node} ends with ${status}:\n${stdout}${stderr}`)
      return !refuses
    }),
  )
  return failed.length === 0
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const refused = await refusesOldNodes()
  console.log(refused ? 'Every entry refuses an old Node.js in a sentence' : 'An entry does not refuse an old Node.js')
  process.exitCode = refused ? 0 : 1
}
