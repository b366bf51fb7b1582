/** Keeps unsaved work in the page's own storage until the platform has it: a reload or a crash loses nothing. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Graph, Layout } from '../../../shared/graph/graph.ts'
import type { EditorDocument } from '../document/document.ts'

export const Draft = Type.Object({
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  graph: Graph,
  layout: Layout,
})
export type Draft = Static<typeof Draft>

const Stored = Type.Object({
  ...Draft.properties,
  /** The workflow revision that the draft changes. */
  revision: Type.Optional(Type.String()),
})

/** The part of `localStorage` that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Drafts {
  /** Includes the revision that the draft is based on; null for a draft of a version that stored none. */
  read(): { doc: EditorDocument; revision: string | null } | null
  write(doc: EditorDocument, revision: string): void
  clear(): void
}

/** Drafts of one workflow. Full or disabled storage is not an error: saving continues without drafts. */
export function createDrafts(workflowId: string, storage: DraftStorage): Drafts {
  const key = `sightline.draft.${workflowId}`
  const attempt = <T>(what: () => T): T | null => {
    try {
      return what()
    } catch {
      return null
    }
  }
  return {
    read: () =>
      attempt(() => {
        const text = storage.getItem(key)
        const json: unknown = text === null ? null : JSON.parse(text)
        if (!Value.Check(Stored, json)) return null
        const { revision = null, ...doc } = json
        return { doc, revision }
      }),
    write: ({ name, description, graph, layout }, revision) => {
      attempt(() => storage.setItem(key, JSON.stringify({ name, description, graph, layout, revision })))
    },
    clear: () => {
      attempt(() => storage.removeItem(key))
    },
  }
}
