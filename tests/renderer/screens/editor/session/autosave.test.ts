import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import type { EditorDocument } from '../../../../../src/renderer/parts/workflow/document/document.ts'
import { createDocumentStore } from '../../../../../src/renderer/screens/editor/document/document-store.ts'
import {
  createAutosave,
  type Revised,
  type WorkflowPatch,
} from '../../../../../src/renderer/screens/editor/session/autosave.ts'
import { createWorkflowDrafts } from '../../../../../src/renderer/screens/editor/session/drafts.ts'
import { doc } from '../documents.ts'

const error = (code: string, message = code) => new HostError({ code, message, details: [] })

function memory() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (k: string) => items.get(k) ?? null,
    setItem: (k: string, v: string) => void items.set(k, v),
    removeItem: (k: string) => void items.delete(k),
    key: (i: number) => [...items.keys()][i] ?? null,
    get length() {
      return items.size
    },
  }
}

/** Opens an editor whose platform responds as the test says. */
function editor() {
  const start = doc(['source-1', 'model-1'])
  const documents = createDocumentStore(start)
  const storage = memory()
  const patches: WorkflowPatch[] = []
  const bases: string[] = []
  const kept: EditorDocument[] = []
  let theirs: Revised = { doc: start, revision: 'r0' }
  let answer: () => Promise<unknown> = async () => null
  const autosave = createAutosave({
    documents,
    saved: { doc: start, revision: 'r0' },
    drafts: createWorkflowDrafts('wf', storage, { id: 'here', isOpen: async () => false }),
    delayMs: 700,
    save: async (patch, revision) => {
      patches.push(patch)
      bases.push(revision)
      await answer()
      return `r${patches.length}`
    },
    read: async () => theirs,
    keep: async (doc) => void kept.push(doc),
  })
  return {
    documents,
    autosave,
    patches,
    bases,
    kept,
    storage,
    start,
    /** Saves from another window; afterwards, saves based on an older revision are refused. */
    othersSave: (doc: EditorDocument) => {
      theirs = { doc, revision: 'theirs' }
      answer = async () => {
        if (bases.at(-1) !== 'theirs') throw error('stale_revision')
      }
    },
    status: () => autosave.state.getState(),
    rename: (name: string) => documents.getState().run({ type: 'rename', name }),
    moveModel: (x: number) => documents.getState().run({ type: 'move', positions: { 'model-1': { x, y: 5 } } }),
    answers: (next: () => Promise<unknown>) => {
      answer = next
    },
    draft: () => storage.items.get('sightline.draft.wf@here'),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('autosave', () => {
  it('writes the draft before a closing page can be gone', () => {
    const e = editor()
    e.answers(() => new Promise(() => {}))
    e.moveModel(642)
    void e.autosave.flush()
    expect(e.draft()).toContain('"x":642')
  })

  it('leaves no draft of an edit that was undone before the editor was closed', async () => {
    const e = editor()
    e.moveModel(642)
    await wait(300)
    expect(e.draft()).toContain('"x":642')
    e.documents.getState().undo()
    expect(await e.autosave.stop()).toBe(true)
    expect(e.draft()).toBeUndefined()
    expect(e.patches).toEqual([])
  })

  it('reverts on the platform an edit that was undone while its save was pending', async () => {
    const e = editor()
    let arrive = (_: unknown): void => {}
    e.answers(() => new Promise((resolve) => (arrive = resolve)))
    e.moveModel(642)
    await wait(800)
    e.documents.getState().undo()
    const stopped = e.autosave.stop()
    const { sent, ...left } = JSON.parse(e.draft() ?? '').value
    expect(JSON.stringify(left)).not.toContain('"x":642')
    expect(JSON.stringify(sent)).toContain('"x":642')
    e.answers(async () => null)
    arrive(null)
    expect(await stopped).toBe(true)
    expect(e.patches).toHaveLength(2)
    expect(e.patches[1]?.layout?.nodes['model-1']).not.toEqual({ x: 642, y: 5 })
    expect(e.draft()).toBeUndefined()
  })

  it('sends the changes, and nothing else, once the user pauses', async () => {
    const e = editor()
    e.moveModel(610)
    await wait(400)
    e.moveModel(620)
    expect(e.status().status).toBe('unsaved')
    await wait(400)
    expect(e.patches).toEqual([])
    await wait(400)
    expect(e.patches).toEqual([{ layout: { nodes: { 'source-1': { x: 0, y: 0 }, 'model-1': { x: 620, y: 5 } } } }])
    expect(e.status().status).toBe('saved')
  })

  it('sends edits made during a save in the next one, never two at a time', async () => {
    const e = editor()
    let finish: (() => void) | undefined
    e.answers(() => new Promise((resolve) => (finish = () => resolve(null))))
    e.rename('One')
    await wait(700)
    e.rename('Two')
    await wait(5000)
    expect(e.patches).toEqual([{ name: 'One' }])
    finish?.()
    await wait(0)
    expect(e.patches).toEqual([{ name: 'One' }, { name: 'Two' }])
    expect(e.status().status).toBe('saving')
    finish?.()
    await wait(0)
    expect(e.status().status).toBe('saved')
  })

  it('keeps a draft while the host is unreachable, retries, and clears the draft once it is saved', async () => {
    const e = editor()
    e.answers(() => Promise.reject(error('unreachable')))
    e.rename('Offline')
    await wait(700)
    expect(e.status()).toMatchObject({ status: 'failed', retrying: true })
    expect(e.draft()).toContain('Offline')
    e.answers(async () => null)
    await wait(60_000)
    expect(e.status().status).toBe('saved')
    expect(e.patches.at(-1)).toEqual({ name: 'Offline' })
    expect(e.draft()).toBeUndefined()
  })

  it('saves the rest when only the name is taken, and reports it', async () => {
    const e = editor()
    e.answers(() => ('name' in (e.patches.at(-1) ?? {}) ? Promise.reject(error('name_conflict')) : Promise.resolve()))
    e.rename('Taken')
    e.moveModel(50)
    await wait(700)
    expect(e.patches.at(-1)).toEqual({ layout: expect.anything() })
    expect(e.status()).toEqual({
      status: 'failed',
      reason: 'The name “Taken” is taken. Choose another name.',
      retrying: false,
    })
    await wait(120_000)
    expect(e.patches).toHaveLength(2)
    e.answers(async () => null)
    e.rename('Free')
    await wait(700)
    expect(e.status().status).toBe('saved')
  })

  it('does not retry after a permanent refusal', async () => {
    const e = editor()
    e.answers(() => Promise.reject(error('invalid_field', 'The graph is too large.')))
    e.moveModel(3)
    await wait(120_000)
    expect(e.patches).toHaveLength(1)
    expect(e.status()).toMatchObject({ reason: 'The graph is too large.', retrying: false })
  })

  it('saves at once on request, and returns whether everything is saved', async () => {
    const e = editor()
    expect(await e.autosave.flush()).toBe(true)
    expect(e.patches).toEqual([])
    e.rename('Now')
    expect(await e.autosave.flush()).toBe(true)
    expect(e.patches).toEqual([{ name: 'Now' }])
    e.answers(() => Promise.reject(error('unreachable')))
    e.rename('Later')
    expect(await e.autosave.flush()).toBe(false)
  })

  it('saves the rest when the editor closes', async () => {
    const e = editor()
    e.rename('Leaving')
    expect(await e.autosave.stop()).toBe(true)
    expect(e.patches).toEqual([{ name: 'Leaving' }])
    e.rename('Too late')
    await wait(5000)
    expect(e.patches).toHaveLength(1)
  })

  it('does not save edits that were undone', async () => {
    const e = editor()
    e.rename('Oops')
    e.documents.getState().undo()
    await wait(700)
    expect(e.patches).toEqual([])
    expect(e.status().status).toBe('saved')
  })
})

describe('a workflow that was changed in another window', () => {
  it('is not overwritten: the save waits for a choice, and the work is saved as a version', async () => {
    const e = editor()
    e.othersSave({ ...e.start, name: 'Theirs' })
    e.moveModel(700)
    await wait(700)
    expect(e.status()).toMatchObject({ status: 'conflict', theirs: { revision: 'theirs', doc: { name: 'Theirs' } } })
    expect(e.kept.map((d) => d.layout.nodes['model-1'])).toEqual([{ x: 700, y: 5 }])
    e.moveModel(710)
    await wait(60_000)
    expect(e.patches).toHaveLength(1)
    expect(e.draft()).toContain('710')
  })

  it('gets this window’s document when the user keeps it, and theirs is saved as a version', async () => {
    const e = editor()
    e.othersSave({ ...e.start, name: 'Theirs' })
    e.moveModel(700)
    await wait(700)
    await e.autosave.resolve('mine')
    expect(e.status().status).toBe('saved')
    expect(e.bases).toEqual(['r0', 'theirs'])
    expect(e.patches[1]).toMatchObject({ name: 'Test', layout: { nodes: { 'model-1': { x: 700 } } } })
    expect(e.kept.at(-1)?.name).toBe('Theirs')
    expect(e.draft()).toBeUndefined()
  })

  it('replaces this window’s document as one undoable step', async () => {
    const e = editor()
    e.othersSave({ ...e.start, name: 'Theirs' })
    e.moveModel(700)
    await wait(700)
    await e.autosave.resolve('theirs')
    expect(e.documents.getState().doc.name).toBe('Theirs')
    expect(e.status().status).toBe('saved')
    expect(e.patches).toHaveLength(1)
    e.documents.getState().undo()
    expect(e.documents.getState().doc.layout.nodes['model-1']).toEqual({ x: 700, y: 5 })
    await wait(700)
    expect(e.bases.at(-1)).toBe('theirs')
    expect(e.status().status).toBe('saved')
  })

  it('is no conflict when the response to this window’s own save was lost', async () => {
    const e = editor()
    e.moveModel(700)
    e.othersSave(e.documents.getState().doc)
    await wait(700)
    expect(e.status().status).toBe('saved')
    expect(e.kept).toEqual([])
  })

  it('is no conflict when the change did not affect the document', async () => {
    const e = editor()
    e.othersSave(e.start)
    e.moveModel(700)
    await wait(700)
    expect(e.status().status).toBe('saved')
    expect(e.bases).toEqual(['r0', 'theirs'])
  })

  it('keeps a name in the draft while it is typed, and none once it is discarded', async () => {
    const { autosave, documents, storage, patches } = editor()
    const drafted = () => [...storage.items.values()].map((text) => JSON.parse(text).value.name)
    autosave.typing('Half a na')
    expect(drafted()).toEqual(['Half a na'])
    expect(await autosave.flush()).toBe(true)
    expect(drafted()).toEqual(['Half a na'])
    autosave.typing(null)
    expect(drafted()).toEqual([])
    autosave.typing('Whole name')
    documents.getState().run({ type: 'rename', name: 'Whole name' })
    autosave.typing(null)
    expect(drafted()).toEqual(['Whole name'])
    expect(await autosave.flush()).toBe(true)
    expect(patches).toEqual([{ name: 'Whole name' }])
    expect(drafted()).toEqual([])
  })
})
