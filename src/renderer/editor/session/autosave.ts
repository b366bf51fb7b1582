/**
 * Saves the document a moment after each edit. One request at a time, only what changed, again after a failure that
 * may pass; until the platform has it, a draft stays in the page's storage.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BodyOf } from '../../../shared/api/endpoint.ts'
import type { API } from '../../../shared/api/index.ts'
import { texts } from '../../messages/texts.ts'
import { HostError } from '../../shell/host.ts'
import type { EditorDocument } from '../document/document.ts'
import type { DocumentStore } from '../document/document-store.ts'
import type { Drafts } from './drafts.ts'

export type WorkflowPatch = BodyOf<(typeof API)['workflows']['update']>

export type SaveState =
  | { status: 'saved' }
  | { status: 'unsaved' }
  | { status: 'saving' }
  | { status: 'failed'; reason: string; retrying: boolean }

export interface Autosave {
  readonly state: StoreApi<SaveState>
  /** Saves now and resolves when everything is on the platform; false when it is not. The draft is written before it returns. */
  flush(): Promise<boolean>
  /** Stops watching; unsaved work is flushed and stays in the draft until it is on the platform. */
  stop(): Promise<boolean>
}

export interface AutosaveOptions {
  documents: DocumentStore
  /** What the platform has. */
  saved: EditorDocument
  save(patch: WorkflowPatch): Promise<unknown>
  drafts: Drafts
  onSaved?(): void
  /** Milliseconds of quiet before a save. */
  delayMs?: number
}

const DRAFT_DELAY_MS = 200
const RETRY_MS = [1000, 2000, 5000, 10_000, 30_000]
/** Answers that a second try will not change. */
const FINAL = new Set([
  'malformed_request',
  'invalid_field',
  'name_conflict',
  'name_taken',
  'not_found',
  'role_too_low',
])
const NAME_TROUBLE = new Set(['name_conflict', 'name_taken'])

export function createAutosave({
  documents,
  saved: initial,
  save,
  drafts,
  onSaved,
  delayMs = 700,
}: AutosaveOptions): Autosave {
  const state = createStore<SaveState>()(() => ({ status: 'saved' }))
  let saved = initial
  let failures = 0
  let running: Promise<boolean> | null = null
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let draftTimer: ReturnType<typeof setTimeout> | undefined

  const current = () => documents.getState().doc
  const report = (next: SaveState) => state.setState(next, true)

  function schedule(ms: number) {
    clearTimeout(saveTimer)
    saveTimer = setTimeout(() => void flush(), ms)
  }

  async function saveOnce(): Promise<boolean> {
    const doc = current()
    const patch = changes(saved, doc)
    if (Object.keys(patch).length === 0) {
      saved = doc
      settle()
      return true
    }
    report({ status: 'saving' })
    try {
      await save(patch)
      saved = doc
    } catch (error) {
      if (patch.name === undefined || !isNameTrouble(error)) return fail(error, doc)
      // A taken name must not hold up the rest of the work.
      const { name, ...rest } = patch
      try {
        if (Object.keys(rest).length > 0) await save(rest)
      } catch (other) {
        return fail(other, doc)
      }
      saved = { ...doc, name: saved.name }
      return fail(error, doc, texts.editor.session.nameTaken(name))
    }
    failures = 0
    onSaved?.()
    if (current() !== doc) return saveOnce()
    settle()
    return true
  }

  function settle() {
    clearTimeout(draftTimer)
    drafts.clear()
    report({ status: 'saved' })
  }

  function fail(error: unknown, tried: EditorDocument, reason = reasonOf(error)): boolean {
    const final = error instanceof HostError && FINAL.has(error.code)
    drafts.write(current())
    report({ status: 'failed', reason, retrying: !final })
    if (!final) schedule(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] as number)
    else if (current() !== tried) schedule(delayMs)
    return false
  }

  function flush(): Promise<boolean> {
    clearTimeout(saveTimer)
    // The page may be gone before the platform has answered.
    if (running !== null || current() !== saved) drafts.write(current())
    running ??= saveOnce().finally(() => {
      running = null
    })
    return running
  }

  const unsubscribe = documents.subscribe((next, previous) => {
    if (next.doc === previous.doc) return
    if (state.getState().status !== 'saving') report({ status: 'unsaved' })
    clearTimeout(draftTimer)
    draftTimer = setTimeout(() => drafts.write(current()), DRAFT_DELAY_MS)
    schedule(delayMs)
  })

  return {
    state,
    flush,
    stop: async () => {
      unsubscribe()
      clearTimeout(draftTimer)
      // What is on its way may have been taken back since: then the platform gets it and must have it taken back, too.
      const dirty = running !== null || Object.keys(changes(saved, current())).length > 0
      if (dirty) drafts.write(current())
      else drafts.clear()
      const whole = dirty ? await flush() : true
      clearTimeout(saveTimer)
      return whole
    },
  }
}

function changes(from: EditorDocument, to: EditorDocument): WorkflowPatch {
  const patch: WorkflowPatch = {}
  if (from.name !== to.name) patch.name = to.name
  if (from.description !== to.description) patch.description = to.description
  if (from.graph !== to.graph) patch.graph = to.graph
  if (from.layout !== to.layout) patch.layout = to.layout
  return patch
}

const isNameTrouble = (error: unknown): boolean => error instanceof HostError && NAME_TROUBLE.has(error.code)

const reasonOf = (error: unknown): string =>
  error instanceof HostError && error.code === 'unreachable'
    ? texts.editor.session.noAnswer
    : error instanceof Error
      ? error.message
      : String(error)
