/** Names that lead to another computer: on Windows, opening one sends the user's credentials there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSources } from '../../src/app/sources.ts'
import { jobOf } from '../../src/cli/local-workflow.ts'
import { sourcePath } from '../../src/cli/resources.ts'
import { createFolderResolver } from '../../src/platform/datasets/uploads/local-folder.ts'
import { createMediaResolver, localPath } from '../../src/platform/datasets/uploads/media-handles.ts'
import { jobCaller } from '../../src/platform/machine/identity/caller.ts'
import { isNetworkPath, localFileUrl } from '../../src/shared/domain/file-url.ts'

const ELSEWHERE = [
  'file://host/share/street.mp4',
  'file://127.0.0.1/share/street.mp4',
  'file://localhost.example/share/street.mp4',
  'file:////host/share/street.mp4',
  'file:///\\\\host\\share\\street.mp4',
  'file:\\\\host\\share\\street.mp4',
  'file:/\\host/share/street.mp4',
  'file://localhost//host/share/street.mp4',
  'FILE://host/share/street.mp4',
  'file:/\t/host/share/street.mp4',
  'file://///?/C:/street.mp4',
  'file:///\\\\?\\C:\\street.mp4',
  'file:///\\\\.\\PhysicalDrive0',
  'file://user@host/share/street.mp4',
  'file://localhost:445/share/street.mp4',
]
const NETWORK_PATHS = [
  '\\\\host\\share\\a.mp4',
  '//host/share/a.mp4',
  '\\\\?\\C:\\a.mp4',
  '\\\\.\\COM1',
  '/\\host\\share',
]

let dir = ''
let file = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'sightline-paths-'))
  file = join(dir, 'ä street.mp4')
  writeFileSync(file, 'video')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('a file URL', () => {
  it.each(ELSEWHERE)('with another computer in it resolves to nothing: %s', (url) => {
    expect(localFileUrl(url)).toBeNull()
    expect(localPath(url)).toBeNull()
  })

  it('may have no host or localhost, which is removed', () => {
    const { href, pathname } = pathToFileURL(file)
    for (const url of [href, `file://localhost${pathname}`, `file://LOCALHOST${pathname}`, `file:${pathname}`]) {
      expect(localFileUrl(url), url).toBe(href)
      expect(localPath(url), url).toBe(file)
    }
  })
})

it.each(NETWORK_PATHS)('a path to another computer or a device is a network path: %s', (path) => {
  expect(isNetworkPath(path)).toBe(true)
})

it('a path of this machine is not a network path', () => {
  for (const path of ['/home/ana/a.mp4', 'C:\\Users\\Ana\\a.mp4', 'a.mp4', './a.mp4', ''])
    expect(isNetworkPath(path)).toBe(false)
})

describe('the platform', () => {
  const options = { resourcesDir: '', allowLocalFiles: true, findUpload: async () => null }
  const at = (host: string) => `file://${host}${pathToFileURL(file).pathname}`

  it('finds a file by its URL, and nothing by one that names a host', async () => {
    const resolve = createMediaResolver(options)
    const pathAt = async (url: string) => (await (await resolve(url, jobCaller('org')))?.localFile()) ?? null
    expect(await pathAt(at(''))).toBe(file)
    expect(await pathAt(at('localhost'))).toBe(file)
    expect(await pathAt(at('host'))).toBeNull()
    expect(await pathAt(`file:///${pathToFileURL(file).pathname}`)).toBeNull()
  })

  it('lists a folder by its URL, and none by one that names a host', async () => {
    const resolve = createFolderResolver(true)
    const { pathname } = pathToFileURL(dir)
    expect(await resolve(`file://${pathname}`)).not.toBeNull()
    expect(await resolve(`file://host${pathname}`)).toBeNull()
    expect(await resolve(`file:///${pathname}`)).toBeNull()
  })
})

describe('the host of a page', () => {
  const noPlatform = {
    use: () => Promise.reject(new Error('the platform was asked')),
    file: () => Promise.reject(new Error('the platform was asked')),
  }
  const sources = createSources(noPlatform as never, {
    add() {},
    loaded: async () => {},
    allows: async () => true,
    require: async () => {},
  })
  const elsewhere = 'file://host/share/street.mp4'

  it.each(NETWORK_PATHS)('opens no path to another computer: %s', async (path) => {
    await expect(sources.open(path)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: expect.stringContaining('another computer'),
    })
  })

  it('describes and serves nothing for a file URL with a host', async () => {
    expect(await sources.describe(elsewhere)).toBeNull()
    expect((await sources.respond(elsewhere, new Request('http://127.0.0.1/'))).status).toBe(404)
  })
})

describe('the command line', () => {
  it('follows no source of a workflow file to another computer', () => {
    for (const uri of [...ELSEWHERE, ...NETWORK_PATHS]) expect(sourcePath(uri, dir), uri).toBeNull()
    expect(sourcePath('ä street.mp4', dir)).toBe(file)
  })

  it('follows no model of a workflow file to another computer', async () => {
    const graph = {
      version: 1 as const,
      nodes: [
        { id: 's', type: 'source' as const, config: { kind: 'video', gcs_uri: 'ä street.mp4' } },
        // An existing path of this machine, so that only the rule can reject it.
        { id: 'm', type: 'model' as const, config: { model_id: `/${file}` } },
      ],
      edges: [],
    }
    const request = {
      runId: 'r',
      graph,
      workflowFolder: dir,
      sam3Folder: dir,
      outDir: dir,
      cacheDir: null,
      workflowName: 'w',
    }
    expect(await jobOf(request as never)).toMatchObject({ code: 'model_missing' })
  })
})
