/** The editor's document with its history and the selection. Selection and viewport are not undoable. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type EditorDocument, edgeIds } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { Command } from './command.ts'
import { type History, perform, redo, seal, startHistory, undo } from './history.ts'

export interface Selection {
  /** Ids of nodes, notes and groups. */
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}
export const NOTHING: Selection = { nodes: [], edges: [] }

export interface DocumentState extends History {
  readonly selection: Selection
  /** The last action, for screen readers. */
  readonly announcement: string
  run(command: Command, select?: Selection): void
  undo(): void
  redo(): void
  /** Ends the current undo step (a field lost focus, another block was selected). */
  seal(): void
  select(selection: Selection): void
}
export type DocumentStore = StoreApi<DocumentState>

/** Maximum number of steps; documents share structure, so a thousand of them are cheap. */
const MAX_STEPS = 2000

export function createDocumentStore(
  doc: EditorDocument,
  options: { now?: () => number; maxSteps?: number } = {},
): DocumentStore {
  const { now = () => Date.now(), maxSteps = MAX_STEPS } = options
  return createStore<DocumentState>()((set, get) => ({
    ...startHistory(doc),
    selection: NOTHING,
    announcement: '',
    run: (command, select) => {
      const before = get()
      const after = perform(before, command, now(), maxSteps)
      if (after === before && !select) return
      const selection = existing(after.doc, select ?? before.selection)
      set({ ...after, selection, announcement: after.past.at(-1)?.label ?? '' })
    },
    undo: () => {
      const before = get()
      const label = before.past.at(-1)?.label
      if (label === undefined) return
      const after = undo(before)
      set({
        ...after,
        selection: existing(after.doc, before.selection),
        announcement: texts.editor.document.history.undone(label),
      })
    },
    redo: () => {
      const before = get()
      const label = before.future.at(-1)?.label
      if (label === undefined) return
      const after = redo(before)
      set({
        ...after,
        selection: existing(after.doc, before.selection),
        announcement: texts.editor.document.history.redone(label),
      })
    },
    seal: () => set((state) => seal(state)),
    select: (selection) => {
      const was = get().selection
      if (sameIds(was.nodes, selection.nodes) && sameIds(was.edges, selection.edges)) return
      set((state) => ({ ...seal(state), selection }))
    },
  }))
}

const sameIds = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, i) => id === b[i])

/** Returns the selection without removed items; the same object when none is removed. */
function existing(doc: EditorDocument, selection: Selection): Selection {
  if (selection.nodes.length === 0 && selection.edges.length === 0) return selection
  const { notes = {}, frames = {} } = doc.layout
  const nodeIds = new Set([...doc.graph.nodes.map((n) => n.id), ...Object.keys(notes), ...Object.keys(frames)])
  const ids = new Set(edgeIds(doc.graph.edges))
  const nodes = selection.nodes.filter((id) => nodeIds.has(id))
  const edges = selection.edges.filter((id) => ids.has(id))
  return nodes.length === selection.nodes.length && edges.length === selection.edges.length
    ? selection
    : { nodes, edges }
}
