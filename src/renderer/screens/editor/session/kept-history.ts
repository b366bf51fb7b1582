/** Undo and redo across reloads: keeps the steps of the most recently edited workflows in the page's own storage. */
import { debounce } from 'es-toolkit/function'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { DraftStorage } from '../../../base/revisions/drafts.ts'
import { type EditorDocument, sameDocument } from '../../../parts/workflow/document/document.ts'
import type { DocumentStore } from '../document/document-store.ts'
import type { History, Step } from '../document/history.ts'
import { Draft } from './drafts.ts'

const KeptSteps = Type.Array(Type.Object({ label: Type.String(), before: Draft, after: Draft }))
const KeptHistory = Type.Object({ doc: Draft, past: KeptSteps, future: KeptSteps })
const Recent = Type.Array(Type.String())

export interface KeptHistory {
  /** Returns the steps that led to this document; null when there are none, or when it was changed elsewhere since. */
  read(doc: EditorDocument): Pick<History, 'past' | 'future'> | null
  /** Stores the steps now. */
  flush(): void
  stop(): void
}

/** Limits of characters per workflow and of workflows, which leave space in the page's storage for drafts. */
const MAX_CHARACTERS = 400_000
const MAX_WORKFLOWS = 6
const MAX_STEPS = 100
const DELAY_MS = 300
const RECENT_KEY = 'sightline.histories'
const keyOf = (workflowId: string) => `sightline.history.${workflowId}`

/** Full or disabled storage is not an error: undo then ends with the page. */
export function createKeptHistory(workflowId: string, documents: DocumentStore, storage: DraftStorage): KeptHistory {
  const key = keyOf(workflowId)

  const writeSoon = debounce(() => {
    const { doc, past, future } = documents.getState()
    try {
      const text = packed(doc, past, future)
      if (text === null) return storage.removeItem(key)
      makeRoom(workflowId, storage)
      storage.setItem(key, text)
    } catch {
      storage.removeItem(key)
    }
  }, DELAY_MS)

  const unsubscribe = documents.subscribe((now, before) => {
    if (now.past === before.past && now.future === before.future) return
    writeSoon()
  })

  return {
    read: (doc) => {
      const kept = readKept(storage.getItem(key))
      if (kept && sameDocument(kept.doc, doc)) return { past: kept.past.map(asStep), future: kept.future.map(asStep) }
      storage.removeItem(key)
      return null
    },
    flush: writeSoon.flush,
    stop: () => {
      unsubscribe()
      writeSoon.flush()
    },
  }
}

/** Objects are entries of a table; inside an entry `[n]` refers to entry n, and all else is literal. */
type Entry = Record<string, unknown> | unknown[]

/** Packs values that share parts as JSON with each part stored once: a thousand undo steps differ little. */
export function packShared(value: unknown): string {
  const table: Entry[] = []
  const known = new Map<object, number>()
  const put = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const before = known.get(part)
    if (before !== undefined) return [before]
    const at = table.push([]) - 1
    known.set(part, at)
    table[at] = Array.isArray(part)
      ? part.map(put)
      : Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, put(inner)]))
    return [at]
  }
  return JSON.stringify({ root: put(value), table })
}

/** For a text not made by `packShared` it may throw or return any value: validate the result. */
export function unpackShared(text: string): unknown {
  const { root, table } = JSON.parse(text) as { root: unknown; table: Entry[] }
  const made = new Map<number, unknown>()
  const take = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part
    const [at] = part as [number]
    if (made.has(at)) return made.get(at)
    const entry = table[at]
    if (entry === undefined) return undefined
    const whole = Array.isArray(entry)
      ? entry.map(take)
      : Object.fromEntries(Object.entries(entry).map(([key, inner]) => [key, take(inner)]))
    made.set(at, whole)
    return whole
  }
  return take(root)
}

/** Returns the newest steps that fit; null when there are none. */
function packed(doc: EditorDocument, past: readonly Step[], future: readonly Step[]): string | null {
  const bare = (steps: readonly Step[], most: number) =>
    steps.slice(-most).map(({ label, before, after }) => ({ label, before, after }))
  for (let most = MAX_STEPS; most >= 1 && past.length + future.length > 0; most = Math.floor(most / 2)) {
    const text = packShared({ doc, past: bare(past, most), future: bare(future, most) })
    if (text.length <= MAX_CHARACTERS) return text
  }
  return null
}

function readKept(text: string | null): Static<typeof KeptHistory> | null {
  if (text === null) return null
  try {
    const kept = unpackShared(text)
    return Value.Check(KeptHistory, kept) ? kept : null
  } catch {
    return null
  }
}

/** A restored step absorbs no further commands. */
const asStep = (step: Static<typeof KeptSteps>[number]): Step => ({ ...step, key: null, at: 0 })

/** Makes this workflow the most recent; the oldest ones lose their steps. */
function makeRoom(workflowId: string, storage: DraftStorage): void {
  const recent = [workflowId, ...recentIn(storage).filter((id) => id !== workflowId)]
  for (const id of recent.slice(MAX_WORKFLOWS)) storage.removeItem(keyOf(id))
  storage.setItem(RECENT_KEY, JSON.stringify(recent.slice(0, MAX_WORKFLOWS)))
}

function recentIn(storage: DraftStorage): string[] {
  try {
    const json: unknown = JSON.parse(storage.getItem(RECENT_KEY) ?? '[]')
    return Value.Check(Recent, json) ? json : []
  } catch {
    return []
  }
}
