/**
 * Saves the document shortly after each edit: one request at a time, only the changes, with retries after transient
 * failures. Until the platform confirms it, a draft is kept in the page's storage. A save names the revision that it is
 * based on: if the workflow was changed elsewhere, nothing is overwritten until the user has chosen.
 */

import { debounce } from 'es-toolkit/function'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BodyOf } from '../../../../shared/api/endpoint.ts'
import type { API } from '../../../../shared/api/index.ts'
import { HostError } from '../../../base/host/host-context.ts'
import { isStale } from '../../../base/revisions/shared-value.ts'
import { type EditorDocument, sameDocument } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { DocumentStore } from '../document/document-store.ts'
import type { WorkflowDrafts } from './drafts.ts'

export type WorkflowPatch = BodyOf<(typeof API)['workflows']['update']>

/** A document and its revision on the platform. */
export interface Revised {
  doc: EditorDocument
  revision: string
}

export type SaveState =
  | { status: 'saved' }
  | { status: 'unsaved' }
  | { status: 'saving' }
  | { status: 'failed'; reason: string; retrying: boolean }
  | { status: 'conflict'; theirs: Revised }

export interface Autosave {
  readonly state: StoreApi<SaveState>
  /** Saves now; resolves with true once everything is on the platform, else false. The draft is written at once. */
  flush(): Promise<boolean>
  /**
   * Adds a name that is still being typed to the draft, since a busy page may be closed before the field loses focus;
   * null when the field is left.
   */
  typing(name: string | null): void
  /** Ends a conflict: saves this document over theirs, or restores theirs on the canvas as one undoable step. */
  resolve(keep: 'mine' | 'theirs'): Promise<boolean>
  /** Stops saving; unsaved work is flushed and stays in the draft until it is on the platform. */
  stop(): Promise<boolean>
}

export interface AutosaveOptions {
  documents: DocumentStore
  /** The platform's state that the document is based on. */
  saved: Revised
  /** The platform's state, when the document is based on an older one; saving waits until the user has chosen. */
  conflict?: Revised | null
  /** Returns the new revision. Rejects with `stale_revision` when the workflow has a different one. */
  save(patch: WorkflowPatch, revision: string): Promise<string>
  /** Reads the platform's state. */
  read(): Promise<Revised>
  /** Saves a version of a document that is about to be replaced, or can't be saved. */
  keep(doc: EditorDocument): Promise<unknown>
  drafts: Pick<WorkflowDrafts, 'write' | 'clear'>
  onSaved?(): void
  /** Idle time before a save, milliseconds. */
  delayMs?: number
}

const DRAFT_DELAY_MS = 200
const RETRY_MS = [1000, 2000, 5000, 10_000, 30_000]
/** Error codes that a retry will not change. */
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
  saved: { doc: initial, revision: initialRevision },
  conflict = null,
  save,
  read,
  keep,
  drafts,
  onSaved,
  delayMs = 700,
}: AutosaveOptions): Autosave {
  const state = createStore<SaveState>()(() =>
    conflict ? { status: 'conflict', theirs: conflict } : { status: 'saved' },
  )
  let saved = initial
  let revision = initialRevision
  let failures = 0
  let running: Promise<boolean> | null = null
  /** The document of the pending save. */
  let sent: EditorDocument | null = null
  let typed: string | null = null
  let saveTimer: ReturnType<typeof setTimeout> | undefined

  const current = () => documents.getState().doc
  const report = (next: SaveState) => state.setState(next, true)
  const withTyped = (doc: EditorDocument): EditorDocument => (typed === null ? doc : { ...doc, name: typed })
  const writeDraft = () => drafts.write(withTyped(current()), revision, sent === current() ? null : sent)
  const writeDraftSoon = debounce(writeDraft, DRAFT_DELAY_MS)

  async function send(patch: WorkflowPatch, doc: EditorDocument): Promise<void> {
    sent = doc
    try {
      revision = await save(patch, revision)
    } finally {
      sent = null
    }
  }

  function schedule(ms: number) {
    clearTimeout(saveTimer)
    saveTimer = setTimeout(() => void flush(), ms)
  }

  async function saveOnce(): Promise<boolean> {
    const doc = current()
    if (state.getState().status === 'conflict') {
      writeDraft()
      return false
    }
    const patch = changes(saved, doc)
    if (Object.keys(patch).length === 0) {
      saved = doc
      settle()
      return true
    }
    report({ status: 'saving' })
    try {
      await send(patch, doc)
      saved = doc
    } catch (error) {
      if (isStale(error)) return mergeTheirs(doc)
      if (patch.name === undefined || !isNameTrouble(error)) return fail(error, doc)
      // A taken name must not block saving the other changes.
      const { name, ...rest } = patch
      try {
        if (Object.keys(rest).length > 0) await send(rest, { ...doc, name: saved.name })
      } catch (other) {
        if (isStale(other)) return mergeTheirs(doc)
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

  /** Resolves a different revision: from an own save whose response was lost, or from somebody else's change. */
  async function mergeTheirs(tried: EditorDocument): Promise<boolean> {
    try {
      const theirs = await read()
      if (sameDocument(theirs.doc, tried)) {
        revision = theirs.revision
        saved = tried
        if (current() !== tried) return saveOnce()
        settle()
        return true
      }
      if (sameDocument(theirs.doc, saved)) {
        revision = theirs.revision
        return saveOnce()
      }
      // Closing the window must not lose work that can't be saved.
      await keep(tried).catch(() => undefined)
      writeDraft()
      report({ status: 'conflict', theirs })
      return false
    } catch (error) {
      return fail(error, tried)
    }
  }

  async function resolve(choice: 'mine' | 'theirs'): Promise<boolean> {
    const now = state.getState()
    if (now.status !== 'conflict') return true
    const { theirs } = now
    await keep(choice === 'mine' ? theirs.doc : current())
    revision = theirs.revision
    report({ status: 'unsaved' })
    if (choice === 'theirs') {
      documents.getState().run({ type: 'replace', document: theirs.doc, why: texts.editor.session.tookTheirs })
      saved = current()
    } else saved = theirs.doc
    return flush()
  }

  function settle() {
    clearDraft()
    report({ status: 'saved' })
  }

  function clearDraft() {
    if (typed !== null) return writeDraft()
    writeDraftSoon.cancel()
    drafts.clear()
  }

  function fail(error: unknown, tried: EditorDocument, reason = reasonOf(error)): boolean {
    const final = error instanceof HostError && FINAL.has(error.code)
    writeDraft()
    report({ status: 'failed', reason, retrying: !final })
    if (!final) schedule(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] as number)
    else if (current() !== tried) schedule(delayMs)
    return false
  }

  function flush(): Promise<boolean> {
    clearTimeout(saveTimer)
    // The page may be closed before the platform has responded.
    if (running !== null || current() !== saved) writeDraft()
    running ??= saveOnce().finally(() => {
      running = null
    })
    return running
  }

  const unsubscribe = documents.subscribe((next, previous) => {
    if (next.doc === previous.doc) return
    const { status } = state.getState()
    if (status !== 'saving' && status !== 'conflict') report({ status: 'unsaved' })
    writeDraftSoon()
    schedule(delayMs)
  })

  return {
    state,
    flush,
    typing(name) {
      typed = name?.trim() || null
      if (running === null && current() === saved) clearDraft()
      else writeDraft()
    },
    resolve,
    stop: async () => {
      unsubscribe()
      writeDraftSoon.cancel()
      // The pending save may have been undone since: then the platform must receive the undo as well.
      const dirty = running !== null || Object.keys(changes(saved, current())).length > 0
      if (dirty) writeDraft()
      else clearDraft()
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
