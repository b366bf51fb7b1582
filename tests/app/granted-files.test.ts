import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createFileAccess,
  createGrantedFiles,
  type GrantedFilesOptions,
  listSourcesInUse,
} from '../../src/app/file-access.ts'
import type { Platform } from '../../src/app/platform.ts'
import { createSources } from '../../src/app/sources.ts'
import { BridgeFailure } from '../../src/shared/bridge/failure.ts'

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

let folder: string
let path: string
const lines: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-granted-'))
  path = join(folder, 'granted-files.json')
  lines.length = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

const create = (options: Partial<GrantedFilesOptions> = {}) =>
  createGrantedFiles({ path, listUsed: async () => [], log: (line) => lines.push(line), ...options })

const image = (name: string): string => {
  writeFileSync(join(folder, name), PNG)
  return pathToFileURL(join(folder, name)).href
}

const kept = () => JSON.parse(readFileSync(path, 'utf8')).uris as string[]

type Page = { limit: number; offset: number }
const graphOn = (gcs_uri: string) => ({ nodes: [{ id: 's', type: 'source', config: { kind: 'image', gcs_uri } }] })

/** A platform with these workflows and runs, which counts the pages that are listed. */
function platformWith(workflows: string[], runs: string[]) {
  let listings = 0
  const page = <T>(all: T[], { limit, offset }: Page) => {
    listings++
    return all.slice(offset, offset + limit)
  }
  const client = {
    workflows: {
      list: async ({ query }: { query: Page }) => page(workflows, query).map((u) => ({ graph: graphOn(u) })),
    },
    workflowRuns: { list: async ({ query }: { query: Page }) => page(runs, query).map((uri) => ({ source: { uri } })) },
  }
  const platform = { use: (work: (client: unknown) => unknown) => work(client) } as unknown as Platform
  return { platform, listings: () => listings }
}

const request = () => new Request('http://127.0.0.1/files/source')

describe('the local files that the page may read', () => {
  it('include those of run 201 and workflow 1,001 in a data folder without a record', async () => {
    const [run201, workflow1001] = [image('run-201.png'), image('workflow-1001.png')]
    const others = (n: number) => Array.from({ length: n }, (_, i) => `file:///gone/${n}-${i}.png`)
    const { platform, listings } = platformWith([...others(1000), workflow1001], [...others(200), run201])
    const granted = create({ listUsed: () => listSourcesInUse(platform) })
    const sources = createSources(platform, createFileAccess(granted, null))
    for (const uri of [run201, workflow1001]) {
      const found = await sources.respond(uri, request())
      expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png'])
      await found.arrayBuffer()
    }
    expect(listings()).toBe(4)
  })

  it('are listed once: neither a later request nor a later start lists them', async () => {
    const used = image('used.png')
    const { platform, listings } = platformWith([], [used])
    const options = { listUsed: () => listSourcesInUse(platform) }
    const sources = createSources(platform, createFileAccess(create(options), null))
    for (let n = 0; n < 3; n++) expect((await sources.respond(image('other.png'), request())).status).toBe(404)
    expect(
      (await createSources(platform, createFileAccess(create(options), null)).respond(used, request())).status,
    ).toBe(200)
    expect(listings()).toBe(2)
  })

  it('do not include a file that was never granted, nor one that is no video or image', async () => {
    const { platform } = platformWith([], [])
    const granted = create()
    const sources = createSources(platform, createFileAccess(granted, null))
    const note = pathToFileURL(join(folder, 'note.txt')).href
    writeFileSync(join(folder, 'note.txt'), 'private')
    expect((await sources.respond(image('never.png'), request())).status).toBe(404)
    granted.add([note])
    expect((await sources.respond(note, request())).status).toBe(404)
  })

  it('include a file from the moment that it was chosen, also after a restart', async () => {
    const { platform } = platformWith([], [])
    const granted = create()
    const uri = image('chosen.png')
    await createSources(platform, createFileAccess(granted, null)).open(join(folder, 'chosen.png'))
    expect(await granted.has(uri)).toBe(true)
    await granted.recorded()
    expect(kept()).toEqual([uri])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await create().has(uri)).toBe(true)
  })

  it('outlive the run and the workflow that named them, as a version or undo may still', async () => {
    const uri = image('kept.png')
    const before = platformWith([uri], [uri])
    await create({ listUsed: () => listSourcesInUse(before.platform) }).has(uri)
    const after = platformWith([], [])
    expect(await create({ listUsed: () => listSourcesInUse(after.platform) }).has(uri)).toBe(true)
  })

  it('are local only: other handles and files of other computers are not recorded', async () => {
    const granted = create()
    granted.add(['sightline://uploads/a/b/c.mp4', 'file://host/share/a.mp4', 'gs://bucket/a.mp4'])
    await granted.recorded()
    expect(existsSync(path)).toBe(false)
  })

  it('are those granted last, up to a number', async () => {
    const granted = create({ most: 3 })
    const named = (...names: string[]) => names.map((name) => `file:///${name}.mp4`)
    granted.add(named('a', 'b', 'c'))
    granted.add(named('a', 'd'))
    await granted.recorded()
    expect(kept()).toEqual(named('c', 'a', 'd'))
  })
})

describe('the record', () => {
  it('is not written while the platform is unreachable, and the next request lists again', async () => {
    const uri = image('used.png')
    let isUp = false
    const listUsed = async () => {
      if (!isUp) throw new BridgeFailure({ code: 'unreachable', message: 'The platform does not answer.' })
      return [uri]
    }
    const granted = create({ listUsed })
    await expect(granted.has(uri)).rejects.toMatchObject({ code: 'unreachable' })
    granted.add([image('new.png')])
    await granted.recorded()
    expect([existsSync(path), lines.length]).toEqual([false, 1])
    isUp = true
    expect(await granted.has(uri)).toBe(true)
    expect(kept()).toEqual([uri, image('new.png')])
  })

  it('that is damaged is set aside and made from the files in use', async () => {
    writeFileSync(path, '{"uris": 3}')
    expect(await create({ listUsed: async () => ['file:///a.mp4'] }).has('file:///a.mp4')).toBe(true)
    expect(kept()).toEqual(['file:///a.mp4'])
  })
})
