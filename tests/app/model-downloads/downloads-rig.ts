/** Downloads from a stand-in for the hub into a real platform with the functions of a real engine. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  createModelDownloads,
  type ModelDownloads,
  type ModelDownloadsOptions,
} from '../../../src/app/model-downloads/model-downloads.ts'
import { type ApiClient, createClient } from '../../../src/client/client.ts'
import type { Model } from '../../../src/shared/api/models.ts'
import type { ModelDownload, ModelDownloadUpdate } from '../../../src/shared/bridge/model-downloads.ts'
import type { CatalogueEntry } from '../../../src/shared/domain/model-catalogue.ts'
import { modelFixture } from '../../engine/support/bundles.ts'
import { inspectingHere } from '../../engine/support/inspecting-here.ts'
import { engine } from '../../engine/support/run.ts'
import { startHarness } from '../../platform/support/harness.ts'
import { eventually } from '../../setup/eventually.ts'
import { type ModelHub, startModelHub } from '../../support/model-hub.ts'

export const DETECTOR: Uint8Array = readFileSync(modelFixture('colours-v8'))
export const OTHER_DETECTOR: Uint8Array = readFileSync(modelFixture('colours-v5'))

export type Done = ModelDownloadUpdate & { type: 'done' }

export interface DownloadsRig {
  hub: ModelHub
  client: ApiClient
  dataDir: string
  downloads(options?: Partial<ModelDownloadsOptions>): ModelDownloads
  /** Gets a model; `updates` receives what the stream emits. */
  get(request: ModelDownload, updates?: ModelDownloadUpdate[]): Promise<Done>
  /** The failure of getting a model. */
  failed(request: ModelDownload): Promise<{ code: string; message: string }>
  /** Cuts the connection, or stops the stream, once so many bytes are on the disk; returns the failure. */
  interrupted(request: ModelDownload, bytes: number, how: 'cut' | 'stop'): Promise<{ code?: string; name: string }>
  model(id: string | null): Promise<Model>
  /** Files of unfinished downloads. */
  left(): string[]
  setCatalogue(models: CatalogueEntry[]): void
  close(): Promise<void>
}

export async function startDownloadsRig(): Promise<DownloadsRig> {
  const hub = await startModelHub()
  const own = engine()
  const harness = await startHarness({ engine: inspectingHere(own), allowLocalFiles: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-downloads-'))
  const resourcesDir = join(dataDir, 'resources')
  const client = createClient({ baseUrl: harness.baseUrl, apiKey: harness.keys.owner })
  cpSync(
    new URL('../../../resources/model-catalogue.json', import.meta.url),
    join(resourcesDir, 'model-catalogue.json'),
  )

  const downloads: DownloadsRig['downloads'] = (options = {}) =>
    createModelDownloads({
      dataDir,
      resourcesDir,
      version: '0.0.0-test',
      env: { HF_ENDPOINT: hub.url },
      settings: async () => ({}),
      wait: async () => {},
      target: { use: (work) => work(client), isLocal: true },
      ...options,
    })
  const get: DownloadsRig['get'] = async (request, updates = []) => {
    await downloads().get(request, async (update) => void updates.push(update), new AbortController().signal)
    return updates.at(-1) as Done
  }

  const downloadsDir = join(dataDir, 'downloads')
  const files = (): string[] =>
    existsSync(downloadsDir)
      ? readdirSync(downloadsDir, { recursive: true, encoding: 'utf8' }).filter((path) => /[/\\].*\./.test(path))
      : []
  const partsOf = (bytes: number): number =>
    files().filter((path) => path.endsWith('.part') && statSync(join(downloadsDir, path)).size === bytes).length

  return {
    hub,
    client,
    dataDir,
    downloads,
    get,
    failed: (request) =>
      get(request).then(
        () => ({ code: 'none', message: 'It succeeded.' }),
        ({ code, message }) => ({ code, message }),
      ),
    async interrupted(request, bytes, how) {
      const before = partsOf(bytes)
      const stop = new AbortController()
      const ended = downloads()
        .get(request, async () => {}, stop.signal)
        .catch((error) => error)
      await eventually(() => partsOf(bytes) > before)
      if (how === 'stop') stop.abort()
      else {
        hub.isOffline = true
        hub.cut()
      }
      const failure = await ended
      hub.isOffline = false
      return failure
    },
    model: (id) => client.models.get({ params: { model: id ?? 'none' } }),
    left: () =>
      files()
        .map((path) => basename(path))
        .sort(),
    setCatalogue: (models) =>
      writeFileSync(join(resourcesDir, 'model-catalogue.json'), JSON.stringify({ description: 'Of a test.', models })),
    async close() {
      await harness.close()
      own.close()
      await hub.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An entry of a catalogue. */
export const entryOf = (part: Partial<CatalogueEntry> & Pick<CatalogueEntry, 'id' | 'source'>): CatalogueEntry => ({
  name: part.id,
  summary: { en: 'Finds red and green squares.', de: 'Findet rote und grüne Quadrate.' },
  task: 'object_detection',
  use: 'detect',
  family: 'ultralytics-v8',
  classes: ['red', 'green'],
  input: { width: 160, height: 96 },
  size_bytes: null,
  sha256: null,
  verified: true,
  licence: { spdx: 'MIT', name: 'MIT License', url: 'https://example.org/licence' },
  page: 'https://example.org/squares',
  ...part,
})
