/**
 * `npm run test:related`: runs the tests beside what changed since the last commit, or since the revision that is named. A source in
 * `src/platform/jobs` has its tests in `tests/platform/jobs`. Rooms that only reach a change through others are left to `npm test`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { vitestProgram } from './runners.mjs'

/** @param {string[]} args */
const git = (...args) => {
  const { status, stdout, error } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${error?.message ?? status}`)
  return stdout.split('\n').filter(Boolean)
}

/**
 * The test itself, or the nearest folder of tests that mirrors the folder of a source. Null for other files.
 * @param {string} file
 * @param {(path: string) => boolean} [exists]
 * @returns {string | null}
 */
export function testsOf(file, exists = existsSync) {
  if (/^tests\/.+\.test\.tsx?$/.test(file)) return exists(file) ? file : null
  if (!/^(src|tests)\/.+\//.test(file)) return null
  let folder = dirname(file).replace(/^src\//, 'tests/')
  // A layer is no room: its tests take minutes.
  while (folder.split('/').length > 2 && !exists(folder)) folder = dirname(folder)
  return folder.split('/').length > 2 ? `${folder}/` : null
}

/** @param {string} since */
function changedFiles(since) {
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...git('diff', '--name-only', '--relative', since), ...untracked]
}

if (process.argv[2] === 'related') {
  const since = process.argv[3] ?? 'HEAD'
  const files = changedFiles(since)
  const tests = [...new Set(files.map((file) => testsOf(file)).filter((path) => path !== null))]
  const without = files.filter((file) => file.startsWith('src/') && testsOf(file) === null)
  if (without.length > 0) console.log(`No folder of tests mirrors ${without.join(', ')}.`)
  console.log(`Tests of ${tests.join(', ') || 'no room'}, and of the architecture.`)
  process.exitCode = vitestProgram(['run', 'tests/architecture/', ...tests]) ? 0 : 1
}
