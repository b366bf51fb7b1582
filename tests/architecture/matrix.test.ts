import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  areaOf,
  isOfArea,
  ON_OTHER_NODES,
  ON_POSTGRES,
  otherNodesTests,
  postgresTests,
  SEEN_ON_OTHER_NODES,
  SEEN_ON_POSTGRES,
  THROUGH_ALL,
} from '../../tools/test/matrix-lists.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** SQL text, transactions and row locks. */
const REACHES_DATABASE = /\bsql(\.\w+)?(<[^>]*>)?[`(]|[tT]ransaction\(|forUpdate|skipLocked/

const reaches = (file: string) => REACHES_DATABASE.test(readFileSync(join(root, file), 'utf8'))

describe('the list of areas that are tested on PostgreSQL', () => {
  it('has exactly those that write SQL text, lock or open a transaction', () => {
    const files = readdirSync(join(root, 'src/platform'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `src/platform/${file.replaceAll('\\', '/')}`)
    expect(Object.keys(ON_POSTGRES)).toEqual([...new Set(files.filter(reaches).map(areaOf))].sort())
  })

  it('names a test file of its own for each area', () => {
    const files = Object.values(ON_POSTGRES)
    expect(files.filter((file) => !existsSync(join(root, 'tests', 'platform', file)))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
  })
})

describe('the matrix', () => {
  const exists = (file: string) => existsSync(join(root, file))

  it('repeats tests that exist', () => {
    const files = [...postgresTests(), ...otherNodesTests()]
    const known = [...files, ...Object.keys(SEEN_ON_OTHER_NODES)]
    const starts = [...ON_OTHER_NODES, ...THROUGH_ALL]
    expect(starts.filter((start) => !known.some((file) => file.startsWith(start)))).toEqual([])
    expect(files.filter((file) => !exists(file))).toEqual([])
  })

  it('leaves out files of an area on PostgreSQL, and not the one that stands for the area', () => {
    expect(SEEN_ON_POSTGRES.filter((file) => !exists(file) || !isOfArea(file))).toEqual([])
    expect(postgresTests()).toEqual(
      expect.arrayContaining(Object.values(ON_POSTGRES).map((file) => `tests/platform/${file}`)),
    )
  })

  it('leaves out files on other versions of Node.js for the sake of others that it repeats there', () => {
    const repeated = otherNodesTests()
    const left = Object.entries(SEEN_ON_OTHER_NODES)
    const isInFolders = (file: string) => exists(file) && ON_OTHER_NODES.some((start) => file.startsWith(start))
    expect(left.filter(([file]) => !isInFolders(file))).toEqual([])
    expect(left.filter(([, other]) => !repeated.includes(other))).toEqual([])
  })
})
