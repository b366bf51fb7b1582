/** A page that names files of the user without having been given them: by a workflow, a reply, a path or a run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileAccess, createGrantedFiles } from '../../src/app/file-access.ts'
import { createSources } from '../../src/app/sources.ts'
import { createStudio, type StudioOptions } from '../../src/app/studio.ts'

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const signal = new AbortController().signal as never

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-grants-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function picture(name: string): { path: string; uri: string } {
  const path = join(folder, name)
  writeFileSync(path, PNG)
  return { path, uri: pathToFileURL(path).href }
}
const graphOn = (gcs_uri: string) => ({ nodes: [{ id: 's', type: 'source', config: { kind: 'image', gcs_uri } }] })

interface Asked {
  /** The answer of the user; null in a host that can't ask. */
  answer?: boolean | null
  replies?: Record<string, unknown>
  picks?: string
}

/** The page's calls on a scripted platform, and what the user and the platform were asked. */
function hostWith({ answer = false, replies = {}, picks }: Asked) {
  const asked: (readonly string[])[] = []
  const called: string[] = []
  const granted = createGrantedFiles({ path: join(folder, 'granted.json'), listUsed: async () => [], log: () => {} })
  const ask = async (paths: readonly string[]) => {
    asked.push(paths)
    return answer === true
  }
  const access = createFileAccess(granted, answer === null ? null : ask)
  const call = async (endpoint: string) => {
    called.push(endpoint)
    return replies[endpoint]
  }
  const client = {
    call,
    workflows: { get: () => call('workflows.get') },
    workflowRuns: { get: () => call('workflowRuns.get'), cancel: () => call('workflowRuns.cancel') },
  }
  const platform = { use: (work: (client: unknown) => unknown) => work(client) } as never
  const sources = createSources(platform, access)
  const options = {
    platform,
    sources,
    access,
    chosen: new Set(),
    info: { server: null },
    native: { pickSource: async () => picks ?? null, pickSources: async () => [picks] },
  }
  const studio = createStudio(options as unknown as StudioOptions)
  const api = (endpoint: string, input: object = {}) => studio.api({ endpoint, input } as never, signal)
  const read = async (uri: string) => (await sources.respond(uri, new Request('http://127.0.0.1/'))).status
  return { studio, api, read, asked, called }
}

describe('a file of the user', () => {
  it('is not granted by a workflow, a run, a version or a batch that names it', async () => {
    const { uri } = picture('private.png')
    const graph = graphOn(uri)
    const value = { items: [{ source: { uri } }] }
    const replies = {
      'workflows.create': { graph },
      'workflowRuns.get': { source: { uri } },
      'studioVersions.get': { graph },
      'studioBatches.list': { data: [{ value }] },
    }
    const { studio, api, read, asked } = hostWith({ replies })
    await api('workflows.create', { body: { name: 'Mine', graph } })
    await api('workflowRuns.get', { params: { run_id: 'r' } })
    await api('studioVersions.get', { params: { workflow: 'w', version_id: 'v' } })
    await api('studioBatches.list')
    await api('studioVersions.keep', { params: { workflow: 'w' }, body: { kind: 'run', note: null, graph } })
    await api('studioBatches.create', { body: value })
    await api('studioBatches.update', { params: { record_id: 'b' }, body: { value } })
    expect(asked).toEqual([])
    expect(await read(uri)).toBe(404)
    expect(await studio.describeSource({ uri }, signal)).toBeNull()
  })

  it('is not granted by a workflow that is stored before the first file is read', async () => {
    const { uri } = picture('private.png')
    const stored: string[] = []
    const granted = createGrantedFiles({ path: join(folder, 'new.json'), listUsed: async () => stored, log: () => {} })
    const access = createFileAccess(granted, null)
    const use = async () => void stored.push(uri)
    const studio = createStudio({ platform: { use }, access, chosen: new Set() } as unknown as StudioOptions)
    const input = { body: { name: 'Mine', graph: graphOn(uri) } }
    await studio.api({ endpoint: 'workflows.create', input } as never, signal)
    expect([stored, await access.allows([uri])]).toEqual([[uri], false])
  })

  it('is read once the user has allowed it, who is asked once, with its folder and name', async () => {
    const { path, uri } = picture('street.png')
    const { studio, read, asked } = hostWith({ answer: true })
    const both = [studio.describeSource({ uri }, signal), read(uri)]
    expect(await Promise.all(both)).toMatchObject([{ name: 'street.png' }, 200])
    expect(await read(uri)).toBe(200)
    expect(asked).toEqual([[path]])
  })

  it('is not asked for again after a refusal, until the user picks it', async () => {
    const { path, uri } = picture('street.png')
    const { studio, api, read, asked } = hostWith({ picks: path })
    expect([await read(uri), await read(uri)]).toEqual([404, 404])
    await expect(api('video.probe', { body: { store_path: uri } })).rejects.toMatchObject({ code: 'file_not_granted' })
    expect(asked).toHaveLength(1)
    await studio.pickSource({ kind: 'image' }, signal)
    expect(await read(uri)).toBe(200)
  })

  it.each([
    ['workflows.preview', { graph: graphOn('URI') }],
    ['workflows.invoke', { source: 'URI' }],
    ['video.probe', { store_path: 'URI' }],
    ['models.import', { gcs_uri: 'URI' }],
  ])('is not read by %s in the place of the page', async (endpoint, body) => {
    const { path, uri } = picture('private.png')
    const { api, asked, called } = hostWith({})
    const named = JSON.parse(JSON.stringify({ body }).replace('URI', uri))
    const code = 'file_not_granted'
    await expect(api(endpoint, named)).rejects.toMatchObject({ code, message: expect.stringContaining(folder) })
    expect([asked, called]).toEqual([[[path]], []])
  })

  it('is not read by a run of a stored workflow, nor by a run that resumes another', async () => {
    const { uri } = picture('private.png')
    const replies = { 'workflows.get': { graph: graphOn(uri) }, 'workflowRuns.get': { source: { uri } } }
    const { api, called } = hostWith({ replies })
    for (const endpoint of ['workflows.run', 'workflowRuns.resume']) {
      await expect(api(endpoint, { params: {} })).rejects.toMatchObject({ code: 'file_not_granted' })
    }
    expect(called).toEqual(['workflows.get', 'workflowRuns.get'])
  })

  it('is not read by a run whose workflow was changed after the check', async () => {
    const { uri } = picture('private.png')
    const replies = {
      'workflows.get': { graph: graphOn('sightline://bundled/a.mp4') },
      'workflows.run': { source: { uri } },
    }
    const { api, called } = hostWith({ replies })
    await expect(api('workflows.run', { params: {} })).rejects.toMatchObject({ code: 'file_not_granted' })
    expect(called).toEqual(['workflows.get', 'workflows.run', 'workflowRuns.cancel'])
  })

  it('is not opened by a path that the page made up, and is by one that the user picked', async () => {
    const { path } = picture('street.png')
    const { studio, asked } = hostWith({ picks: path })
    await expect(studio.openSourcePath({ path }, signal)).rejects.toMatchObject({ code: 'file_not_granted' })
    expect(asked).toEqual([[path]])
    await studio.pickSourcePaths({}, signal)
    expect(await studio.openSourcePath({ path }, signal)).toMatchObject({ name: 'street.png' })
  })

  it('is refused with its folder and name in a host that can’t ask', async () => {
    const { uri } = picture('street.png')
    const { api } = hostWith({ answer: null })
    const refused = api('video.probe', { body: { store_path: uri } })
    await expect(refused).rejects.toThrow(`“street.png” in ${folder} was not chosen in Sightline`)
  })
})
