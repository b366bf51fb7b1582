/** Editing of a note: saved soon after each change, and kept in the page's storage until the host has saved it. */

import { debounce } from 'es-toolkit/function'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { MAX_RUN_NOTE } from '../../../../shared/domain/run-labels.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { noteOf } from './labels.ts'
import type { LabelsStore } from './labels-store.ts'

export interface NoteDraft {
  text: string
  /** The note that the draft is based on. */
  base: string | null
}

interface NoteState {
  /** Null when the saved note is shown. */
  readonly draft: NoteDraft | null
  /** The reason when the note could not be saved. */
  readonly problem: string | null
}

export interface NoteEditing {
  readonly state: StoreApi<NoteState>
  type(text: string): void
  /** Saves the draft at once. */
  flush(): Promise<void>
  /** Restores and saves the draft of a closed window. */
  resume(): Promise<void>
}

const SOON_MS = 700

/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createNoteEditing(runId: string, labels: LabelsStore, storage: DraftStorage): NoteEditing {
  const state = createStore<NoteState>()(() => ({ draft: null, problem: null }))
  const drafts = createNoteDrafts(runId, storage)

  function take(draft: NoteDraft): void {
    state.setState({ draft })
    drafts.write(draft)
  }

  async function save(): Promise<void> {
    const { draft } = state.getState()
    if (draft === null) return
    const note = noteOf(draft.text)
    try {
      const kept =
        note === labels.of(runId).note
          ? note
          : (await labels.change(runId, { note }, { ...labels.of(runId), note: draft.base })).note
      const now = state.getState().draft
      if (now === null || now.text === draft.text) {
        drafts.clear()
        state.setState({ draft: null, problem: null })
      } else {
        state.setState({ problem: null })
        take({ text: now.text, base: kept })
      }
    } catch (error) {
      state.setState({ problem: errorText(error) })
    }
  }

  let last: Promise<void> = Promise.resolve()
  /** Writes are serialized: only the result of a write shows whether the draft is still needed. */
  const flush = (): Promise<void> => {
    flushSoon.cancel()
    last = last.then(save)
    return last
  }
  const flushSoon = debounce(() => void flush(), SOON_MS)

  return {
    state,
    type(text) {
      const { draft } = state.getState()
      take({ text: cutText(text, MAX_RUN_NOTE), base: draft ? draft.base : labels.of(runId).note })
      flushSoon()
    },
    flush,
    async resume() {
      const left = drafts.read()
      if (left === null || state.getState().draft !== null) return
      state.setState({ draft: left })
      await flush()
    },
  }
}

/** Full or disabled storage is not an error: notes are then saved without a draft. */
function createNoteDrafts(runId: string, storage: DraftStorage) {
  const key = `sightline.note.${runId}`
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  return {
    read: () =>
      attempt((): NoteDraft | null => {
        const value = JSON.parse(storage.getItem(key) ?? 'null') as Partial<NoteDraft> | null
        if (typeof value?.text !== 'string') return null
        return { text: value.text, base: typeof value.base === 'string' ? value.base : null }
      }),
    write: (draft: NoteDraft) => attempt(() => storage.setItem(key, JSON.stringify(draft))),
    clear: () => attempt(() => storage.removeItem(key)),
  }
}
