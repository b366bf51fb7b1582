import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readWorkflowFile } from '../../../../../src/renderer/base/host/read-workflow-file.ts'
import { readClip } from '../../../../../src/renderer/screens/editor/document/clipboard.ts'
import { createWorkflowDrafts } from '../../../../../src/renderer/screens/editor/session/drafts.ts'
import {
  currentFile,
  currentGraph,
  earlierFile,
  earlierGraph,
  plantMigration,
} from '../../../../shared/graph/planted-migration.ts'

let remove = () => {}
beforeEach(() => {
  remove = plantMigration()
})
afterEach(() => remove())

/** `localStorage` with one entry. */
const holding = (key: string, value: unknown) => {
  const entries = new Map([[key, JSON.stringify(value)]])
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
    key: (i: number) => [...entries.keys()][i] ?? null,
    get length() {
      return entries.size
    },
  }
}

describe('a workflow of an earlier version is migrated', () => {
  it('in a file', () => {
    expect(readWorkflowFile(JSON.stringify(earlierFile), 'old.json')).toEqual({ ok: true, file: currentFile })
  })

  it('in the clipboard', () => {
    expect(readClip(JSON.stringify(earlierFile))).toMatchObject({ ok: true, clip: { nodes: currentGraph.nodes } })
  })

  it('in a draft and in its pending save', async () => {
    const draft = { name: 'Old', description: null, graph: earlierGraph, layout: { nodes: {} } }
    const storage = holding('sightline.draft.wf-1@gone', { at: 5, value: { ...draft, sent: draft } })
    const windows = { id: 'here', isOpen: async () => false }
    const [left] = await createWorkflowDrafts('wf-1', storage, windows as never).left()
    expect(left?.value).toEqual({ ...draft, graph: currentGraph, sent: { ...draft, graph: currentGraph } })
  })
})
