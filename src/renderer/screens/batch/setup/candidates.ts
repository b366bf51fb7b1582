/** The files chosen for a batch, read one at a time, so that problems show before any run starts. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { isMedia } from '../../../parts/studio/upload/pick-file.ts'
import { uploadSource, uploadStore } from '../../../parts/studio/upload/upload.ts'
import { texts } from '../../../texts/texts.ts'
import { byName } from '../batch-table.tsx'

/** A browser file, or a path where the host has native dialogs. */
export type Chosen = File | { path: string }

export type CandidateState =
  | { is: 'waiting' }
  | { is: 'reading' }
  | { is: 'ready'; source: PickedSource }
  | { is: 'bad'; reason: string }

export interface Candidate {
  readonly id: string
  readonly name: string
  readonly chosen: Chosen
  readonly state: CandidateState
}

export interface Candidates {
  readonly store: StoreApi<{ files: readonly Candidate[] }>
  /** Appends the files sorted by name; files that are already listed are skipped. */
  add(chosen: readonly Chosen[]): void
  remove(id: string): void
  /** Stops reading and cancels an upload under way. */
  stop(): void
}

/** @param unfit returns why the workflow can't run on a file; null when it can */
export function createCandidates({ info, studio }: Host, unfit: (source: PickedSource) => string | null): Candidates {
  const store = createStore<{ files: readonly Candidate[] }>()(() => ({ files: [] }))
  let reading: string | null = null
  let stopped = false

  const become = (id: string, state: CandidateState) =>
    store.setState(({ files }) => ({ files: files.map((f) => (f.id === id ? { ...f, state } : f)) }))

  async function read(chosen: Chosen): Promise<CandidateState> {
    if (!(chosen instanceof File)) return judged(await studio.openSourcePath({ path: chosen.path }))
    if (!isMedia(chosen)) return { is: 'bad', reason: texts.batch.setup.notMedia }
    if (chosen.size === 0) return { is: 'bad', reason: texts.batch.setup.emptyFile }
    const source = await uploadSource(info.upload_url, chosen)
    return source ? judged(source) : { is: 'bad', reason: texts.batch.setup.uploadCancelled }
  }
  function judged(source: PickedSource): CandidateState {
    const reason = unfit(source)
    return reason === null ? { is: 'ready', source } : { is: 'bad', reason }
  }

  async function readOn() {
    const next = store.getState().files.find((f) => f.state.is === 'waiting')
    if (reading !== null || !next || stopped) return
    reading = next.id
    become(next.id, { is: 'reading' })
    const state = await read(next.chosen).catch((error: unknown) => ({ is: 'bad', reason: errorText(error) }) as const)
    reading = null
    become(next.id, state)
    void readOn()
  }

  const giveUp = () => uploadStore.getState().upload?.cancel()

  return {
    store,
    add(chosen) {
      const known = new Set(store.getState().files.map((f) => identityOf(f.chosen)))
      const fresh = chosen.filter((c) => !known.has(identityOf(c)) && known.add(identityOf(c)))
      const files = fresh
        .map((c): Candidate => ({ id: crypto.randomUUID(), name: nameOf(c), chosen: c, state: { is: 'waiting' } }))
        .sort((a, b) => byName(a.name, b.name))
      store.setState((s) => ({ files: [...s.files, ...files] }))
      void readOn()
    },
    remove(id) {
      store.setState(({ files }) => ({ files: files.filter((f) => f.id !== id) }))
      if (reading === id) giveUp()
    },
    stop() {
      stopped = true
      if (reading !== null) giveUp()
    },
  }
}

const nameOf = (chosen: Chosen): string =>
  chosen instanceof File ? chosen.name : (chosen.path.split(/[/\\]/).at(-1) ?? chosen.path)

/** Browsers do not reveal paths, so files with the same name, size and time are taken for the same file. */
const identityOf = (chosen: Chosen): string =>
  chosen instanceof File ? `${chosen.name} ${chosen.size} ${chosen.lastModified}` : chosen.path
