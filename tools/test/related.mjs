/**
 * `npm run test:related`: runs the tests beside what changed since the last commit, or since the revision that is named. A source in
 * `src/platform/work/jobs` has its tests in `tests/platform/work/jobs`. Rooms that only reach a change through others are left to `npm test`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { SPLIT_FOLDERS } from '../check/layers.mjs'
import { vitestProgram } from './runners.mjs'

/** @param {string[]} args */
const git = (...args) => {
  const { status, stdout, error } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${error?.message ?? status}`)
  return stdout.split('\n').filter(Boolean)
}

/** @param {string} folder */
const isSplit = (folder) => SPLIT_FOLDERS.includes(folder.replace(/^tests\//, ''))

/**
 * The test itself, or the nearest folder of tests that mirrors the folder of a source. Null for other files.
 * @param {string} file
 * @param {(path: string) => boolean} [exists]
 * @returns {string | null}
 */
export function testsOf(file, exists = existsSync) {
  if (/^tests\/.+\.test\.tsx?$/.test(file)) return exists(file) ? file : null
  if (!/^(src|tests)\/.+\//.test(file)) return null
  const own = dirname(file).replace(/^src\//, 'tests/')
  let folder = own
  // A layer is no room, nor is a group of rooms: their tests take minutes.
  const isRoom = () => folder.split('/').length > 2 && (folder === own || !isSplit(folder))
  while (isRoom() && !exists(folder)) folder = dirname(folder)
  return isRoom() ? `${folder}/` : null
}

/**
 * The tests of a folder that also holds rooms are those beside them.
 * @param {string} path
 */
const withoutRooms = (path) =>
  isSplit(dirname(`${path}x`))
    ? readdirSync(path)
        .filter((name) => /\.test\.tsx?$/.test(name))
        .map((name) => `${path}${name}`)
    : [path]

/** @param {string} since */
function changedFiles(since) {
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...git('diff', '--name-only', '--relative', since), ...untracked]
}

if (process.argv[2] === 'related') {
  const since = process.argv[3] ?? 'HEAD'
  const files = changedFiles(since)
  const found = new Set(files.map((file) => testsOf(file)).filter((path) => path !== null))
  const tests = [...found].flatMap(withoutRooms)
  const without = files.filter((file) => file.startsWith('src/') && testsOf(file) === null)
  if (without.length > 0) console.log(`No folder of tests mirrors ${without.join(', ')}.`)
  console.log(`Tests of ${tests.join(', ') || 'no room'}, and of the architecture.`)
  process.exitCode = vitestProgram(['run', 'tests/architecture/', ...tests]) ? 0 : 1
}
