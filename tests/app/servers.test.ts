import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileSecrets } from '../../src/app/host-files.ts'
import { createServers, originOf, type ServerStore, secretOf } from '../../src/app/servers.ts'

const KEY = 'pk_live_one'
let folder = ''
let store: ServerStore
const secrets = () => fileSecrets(join(folder, 'secrets'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-servers-'))
  store = createServers(join(folder, 'servers.json'), secrets())
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const add = (address = 'https://one.example') => store.save({ id: null, name: ' One ', address, api_key: KEY })

describe('the address of a server', () => {
  it('is completed by its scheme, which is http only on this computer', () => {
    expect(originOf(' one.example:8620 ')).toBe('https://one.example:8620')
    expect(originOf('localhost:8620')).toBe('http://localhost:8620')
    expect(originOf('http://one.example/')).toBe('http://one.example')
  })

  it.each(['', 'https://', 'ftp://one.example', 'https://one.example/path', 'https://a:b@one.example'])(
    'is not “%s”',
    (typed) => {
      expect(() => originOf(typed)).toThrow('Enter the address of the server')
    },
  )
})

describe('the servers of the user', () => {
  it('are kept with their keys in the store of secrets, not in the file', async () => {
    const server = await add()
    expect(await store.list()).toEqual({
      active: null,
      servers: [{ id: server.id, name: 'One', address: 'https://one.example' }],
    })
    expect(await readFile(join(folder, 'servers.json'), 'utf8')).not.toContain(KEY)
    expect(await store.stored(server.id)).toEqual({ baseUrl: 'https://one.example', apiKey: KEY })
  })

  it('keep their key when only the name changes', async () => {
    const server = await add()
    await store.save({ ...server, name: 'Two', api_key: null })
    expect(await store.stored(server.id)).toMatchObject({ apiKey: KEY })
  })

  it('need the key again for another address, also for a test', async () => {
    const server = await add()
    const moved = { ...server, address: 'https://other.example', api_key: null }
    await expect(store.save(moved)).rejects.toThrow('Enter an API key')
    await expect(store.addressOf(moved)).rejects.toThrow('Enter an API key')
    expect((await store.list()).servers).toEqual([server])
  })

  it('are used one at a time, and the one in use is not deleted', async () => {
    const server = await add()
    await store.activate(server.id)
    await expect(store.delete(server.id)).rejects.toMatchObject({ code: 'wrong_state' })
    await store.activate(null)
    await store.delete(server.id)
    expect(await store.list()).toEqual({ active: null, servers: [] })
    expect(await secrets().get(secretOf(server.id))).toBeNull()
    await expect(store.activate(server.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(store.delete('../..')).rejects.toMatchObject({ code: 'not_found' })
  })
})
