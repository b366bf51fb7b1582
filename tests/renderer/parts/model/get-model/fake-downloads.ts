/** Downloads of a fake host, whose progress a test sends step by step. */
import { HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import { downloadsStore } from '../../../../../src/renderer/parts/model/get-model/downloads.ts'
import { modelsStore } from '../../../../../src/renderer/parts/model/models/models-store.ts'
import type { StopSignal } from '../../../../../src/shared/bridge/contract.ts'
import type {
  CatalogueModel,
  ModelDownload,
  ModelDownloadUpdate,
  ResolvedModel,
} from '../../../../../src/shared/bridge/model-downloads.ts'
import type { StudioClient } from '../../../../../src/shared/bridge/studio.ts'
import { createFakeHost } from '../../../fake-host.ts'
import type { FakeState } from '../../../fake-state.ts'

export const anEntry = (part: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id: 'street-s',
  name: 'Street-S',
  summary: { en: 'A good first choice.', de: 'Eine gute erste Wahl.' },
  task: 'object_detection',
  use: 'detect',
  family: 'yolox',
  classes: ['car', 'bus'],
  input: { width: 640, height: 640 },
  size_bytes: 35_858_002,
  sha256: 'c'.repeat(64),
  verified: true,
  licence: { spdx: 'Apache-2.0', name: 'Apache License 2.0', url: 'https://example.org/licence' },
  source: { kind: 'hub', repository: 'acme/street', file: 'model.onnx' },
  page: 'https://example.org/street',
  recorded_sha256: null,
  is_search_model: false,
  ...part,
})

export const resolved = (part: Partial<ResolvedModel> = {}): ResolvedModel => ({
  source: 'hf:acme/street',
  title: 'acme/street',
  files: [{ path: 'model.onnx', size_bytes: 1_000_000, problem: null }],
  licence: { id: 'MIT', name: 'MIT License', url: 'https://example.org/mit' },
  page: 'https://example.org/street',
  ...part,
})

export const progressOf = (received_bytes: number, total_bytes: number | null = 1000): ModelDownloadUpdate => ({
  type: 'progress',
  phase: 'downloading',
  received_bytes,
  total_bytes,
  seconds_left: null,
})

export const done: ModelDownloadUpdate = {
  type: 'done',
  model_id: 'model-1',
  model_name: 'Street-S',
  sha256: 'c'.repeat(64),
  checksum: 'verified',
}

export const failure = (code: string, message: string): HostError => new HostError({ code, message, details: [] })

/** @param answers what `resolveModel` returns or rejects with, by source */
export function hostWithDownloads(
  catalogue: readonly CatalogueModel[] = [anEntry()],
  answers: Readonly<Record<string, ResolvedModel | Error>> = {},
  state: Partial<FakeState> = {},
) {
  downloadsStore.setState({ all: [] })
  modelsStore.setState({ changes: 0 })
  const host = createFakeHost(state)
  const asked: ModelDownload[] = []
  const waiting: { resolve(update: ModelDownloadUpdate): void; reject(error: Error): void }[] = []
  async function* getModel(request: ModelDownload, signal?: StopSignal): AsyncGenerator<ModelDownloadUpdate> {
    asked.push(request)
    for (;;) {
      const update = await new Promise<ModelDownloadUpdate>((resolve, reject) => {
        const one = { resolve, reject }
        waiting.push(one)
        signal?.addEventListener('abort', () => {
          waiting.splice(waiting.indexOf(one), 1)
          reject(failure('cancelled', 'Cancelled.'))
        })
      })
      yield update
      if (update.type === 'done') return
    }
  }
  const studio: Partial<StudioClient> = {
    modelCatalogue: async () => [...catalogue],
    resolveModel: async ({ source }) => {
      const answer = answers[source] ?? resolved({ source })
      if (answer instanceof Error) throw answer
      return answer
    },
    getModel,
  }
  Object.assign(host.studio, studio)
  const next = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve))
    return waiting.pop() as (typeof waiting)[number]
  }
  return {
    host,
    /** Every request of `getModel`, oldest first. */
    asked,
    /** Sends an update to the latest download. */
    send: async (update: ModelDownloadUpdate) => (await next()).resolve(update),
    fail: async (error: Error) => (await next()).reject(error),
  }
}
