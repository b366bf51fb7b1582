/** Downloads of models. They belong to the page, not to a screen: closing a dialog or leaving a screen keeps them. */
import { createStore } from 'zustand/vanilla'
import type { Model } from '../../../../shared/api/models.ts'
import type { ModelDownloadUpdate } from '../../../../shared/bridge/model-downloads.ts'
import { type Host, HostError } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { texts } from '../../../texts/texts.ts'
import { noteModels } from '../models/models-store.ts'
import type { ModelReceiver } from './get-model-store.ts'

type Progress = Extract<ModelDownloadUpdate, { type: 'progress' }>
type Done = Extract<ModelDownloadUpdate, { type: 'done' }>

export interface DownloadRequest {
  title: string
  /** The source of the model, as `getModel` takes it. */
  source: string
  /** Null for the first file that the source resolves to. */
  file: string | null
  /** The block that the dialog was opened for. */
  receiver: ModelReceiver | null
}

export type DownloadState =
  | { readonly at: 'starting' }
  | { readonly at: 'running'; readonly progress: Progress; readonly bytesPerSecond: number | null }
  | { readonly at: 'cancelled' }
  | { readonly at: 'failed'; readonly code: string; readonly message: string }
  | {
      readonly at: 'done'
      readonly name: string
      readonly checksum: Done['checksum']
      /** Null for a search model, and when the record could not be read. */
      readonly model: Model | null
    }

export interface Download extends DownloadRequest {
  readonly key: string
  readonly state: DownloadState
}

interface Downloads {
  /** Oldest first. */
  readonly all: readonly Download[]
}

export const downloadsStore = createStore<Downloads>()(() => ({ all: [] }))

export const isUnderWay = ({ state }: Download): boolean => state.at === 'starting' || state.at === 'running'

export const keyOf = ({ source, file }: Pick<DownloadRequest, 'source' | 'file'>): string => `${source} ${file ?? ''}`

const stops = new Map<string, AbortController>()

const put = (key: string, state: DownloadState): void =>
  downloadsStore.setState(({ all }) => ({ all: all.map((one) => (one.key === key ? { ...one, state } : one)) }))

/** Starts a download, or resumes it after a failure or a cancellation. Resolves at its end; never rejects. */
export async function download(host: Host, request: DownloadRequest): Promise<Download | undefined> {
  const key = keyOf(request)
  const find = () => downloadsStore.getState().all.find((one) => one.key === key)
  const before = find()
  if (before && isUnderWay(before)) return before
  const one: Download = { ...request, key, state: { at: 'starting' } }
  downloadsStore.setState(({ all }) => ({
    all: before ? all.map((other) => (other === before ? one : other)) : [...all, one],
  }))
  const stop = new AbortController()
  stops.set(key, stop)
  try {
    const done = await receive(host, request, stop.signal, (state) => put(key, state))
    put(key, { at: 'done', name: done.model_name, checksum: done.checksum, model: await modelOf(host, done) })
    noteModels()
  } catch (error) {
    const code = error instanceof HostError ? error.code : 'internal'
    put(key, stop.signal.aborted ? { at: 'cancelled' } : { at: 'failed', code, message: errorText(error) })
  } finally {
    stops.delete(key)
  }
  return find()
}

const modelOf = async (host: Host, { model_id: id }: Done): Promise<Model | null> =>
  id === null ? null : host.api('models.get', { params: { model: id } }).catch(() => null)

async function receive(
  host: Host,
  { source, file }: DownloadRequest,
  signal: AbortSignal,
  become: (state: DownloadState) => void,
): Promise<Done> {
  const named = file === null ? await firstFile(host, source, signal) : { source, file }
  const rate = transferRate()
  for await (const update of host.studio.getModel(named, signal)) {
    if (update.type === 'done') return update
    become({ at: 'running', progress: update, bytesPerSecond: rate(update.received_bytes, performance.now()) })
  }
  signal.throwIfAborted()
  throw new HostError({ code: 'unreachable', message: texts.getModel.downloads.cutOff, details: [] })
}

async function firstFile(host: Host, source: string, signal: AbortSignal) {
  const resolved = await host.studio.resolveModel({ source }, signal)
  return { source: resolved.source, file: resolved.files[0]?.path ?? '' }
}

/** Returns a meter of bytes per second since its first sample, or null until there are two samples. */
export function transferRate(): (bytes: number, atMs: number) => number | null {
  let first: { bytes: number; atMs: number } | null = null
  return (bytes, atMs) => {
    // A server without ranges starts over, with fewer bytes than before.
    if (!first || bytes < first.bytes) first = { bytes, atMs }
    const seconds = (atMs - first.atMs) / 1000
    return seconds > 0 && bytes > first.bytes ? (bytes - first.bytes) / seconds : null
  }
}

/** Notes that the block has the model: nothing is left to be offered. */
export const markGiven = (key: string): void =>
  downloadsStore.setState(({ all }) => ({
    all: all.map((one) => (one.key === key ? { ...one, receiver: null } : one)),
  }))

/** Stops a download; the host keeps the bytes, so that it can be resumed. */
export const cancelDownload = (key: string): void => stops.get(key)?.abort()

/** Removes an ended download from the list. */
export const dismissDownload = (key: string): void =>
  downloadsStore.setState(({ all }) => ({ all: all.filter((one) => one.key !== key || isUnderWay(one)) }))
