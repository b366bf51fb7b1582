import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJsonFile, type JsonFileOptions } from '../../src/app/host-files.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-json-'))
  path = join(folder, 'marks.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (options: JsonFileOptions<{ n: number }> = {}) =>
  createJsonFile(path, Type.Object({ n: Type.Integer() }), options)

describe('a JSON file of the host', () => {
  it('is missing before the first write, and is then read by every process', async () => {
    const file = open()
    expect(await file.read()).toBeNull()
    await file.inTurn(({ put }) => put({ n: 1 }))
    expect(await open().read()).toEqual({ n: 1 })
    expect(readdirSync(folder)).toEqual(['marks.json'])
  })

  it('that does not match its schema is kept aside', async () => {
    writeFileSync(path, '{"n":"one"}')
    const file = open()
    expect(await file.read()).toBeNull()
    await file.inTurn(({ put }) => put({ n: 1 }))
    const [aside = ''] = readdirSync(folder).filter((name) => name.includes('.broken-'))
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('{"n":"one"}')
  })

  it('is read through its own check', async () => {
    writeFileSync(path, '7')
    expect(await open({ decode: (json) => ({ n: Number(json) }) }).read()).toEqual({ n: 7 })
  })

  it('is read and written in one operation, with no other write in between', async () => {
    const file = open()
    const add = () => file.inTurn(async ({ read, put }) => put({ n: ((await read())?.n ?? 0) + 1 }))
    await Promise.all([add(), add(), add()])
    expect(await file.read()).toEqual({ n: 3 })
  })

  it('that can’t be read or written says so, and the next call gets its turn', async () => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in place of the folder')
    const file = open()
    await expect(file.read()).rejects.toMatchObject({ code: 'file_unreadable' })
    await expect(file.inTurn(({ put }) => put({ n: 1 }))).rejects.toMatchObject({ code: 'file_unwritable' })
    rmSync(folder)
    await file.inTurn(({ put }) => put({ n: 2 }))
    expect(await file.read()).toEqual({ n: 2 })
  })
})
