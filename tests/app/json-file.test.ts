import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJsonFiles } from '../../src/app/json-files.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-json-'))
  path = join(folder, 'marks.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => createJsonFiles(Type.Object({ n: Type.Integer() }))

describe('a JSON file of the host', () => {
  it('is replaced only by a write that is based on its revision', async () => {
    const files = open()
    const first = await files.write(path, { n: 1 }, null)
    await expect(files.write(path, { n: 2 }, null)).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await files.read(path)).toEqual({ value: { n: 1 }, revision: first })
    const second = await files.write(path, { n: 2 }, first)
    await expect(files.write(path, { n: 3 }, first)).rejects.toMatchObject({ code: 'stale_revision' })
    expect(await open().read(path)).toEqual({ value: { n: 2 }, revision: second })
  })

  it('takes the same write twice, as after a reply that was lost', async () => {
    const files = open()
    const revision = await files.write(path, { n: 1 }, null)
    await expect(files.write(path, { n: 1 }, null)).resolves.toBe(revision)
  })

  it('lets one of several writes at once pass', async () => {
    const files = open()
    const writes = await Promise.allSettled([1, 2, 3].map((n) => files.write(path, { n }, null)))
    expect(writes.map((w) => w.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(readdirSync(folder)).toEqual(['marks.json'])
  })

  it('that does not match its schema is kept aside', async () => {
    writeFileSync(path, '{"n":"one"}')
    const files = open()
    expect(await files.read(path)).toBeNull()
    await files.write(path, { n: 1 }, null)
    const [aside = ''] = readdirSync(folder).filter((name) => name.includes('.broken-'))
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('{"n":"one"}')
  })

  it('of a kind that is left in place is not renamed, and others are read through their own check', async () => {
    const decode = (json: unknown, at: string) => (at.endsWith('marks.json') ? { n: Number(json) } : null)
    const files = createJsonFiles(Type.Object({ n: Type.Integer() }), { decode, broken: 'leave', indent: 2 })
    writeFileSync(path, '7')
    writeFileSync(join(folder, 'other.json'), '7')
    expect(await files.read(path)).toMatchObject({ value: { n: 7 } })
    expect(await files.read(join(folder, 'other.json'))).toBeNull()
    expect(readdirSync(folder).sort()).toEqual(['marks.json', 'other.json'])
  })

  it('is read and written in one operation, with no other write in between', async () => {
    const files = open()
    const add = () =>
      files.inTurn(async (turn) => {
        const now = (await turn.read(path))?.value.n ?? 0
        await turn.put(path, { n: now + 1 })
      })
    await Promise.all([add(), add(), add()])
    expect(await files.read(path)).toMatchObject({ value: { n: 3 } })
  })
})
