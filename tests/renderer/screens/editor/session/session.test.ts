import { describe, expect, it, vi } from 'vitest'
import { createWorkflowDrafts } from '../../../../../src/renderer/screens/editor/session/drafts.ts'
import { openSession } from '../../../../../src/renderer/screens/editor/session/session.ts'
import { revisionOf } from '../../../../../src/shared/api/workflows.ts'
import { doc } from '../documents.ts'
import { fakeHost, memoryStorage, workflowOf } from '../fake-host.ts'

const start = doc(['source-1', 'model-1'], ['source-1>model-1'])

describe('opening a workflow', () => {
  it('arranges a graph without a layout, which does not count as an edit', async () => {
    const host = fakeHost(workflowOf(start, { layout: null }))
    const session = await openSession(host, 'wf', memoryStorage())
    const { doc: opened, past } = session.documents.getState()
    expect(opened.layout.nodes['model-1']?.x).toBeGreaterThan(opened.layout.nodes['source-1']?.x as number)
    expect(past).toEqual([])
    await session.autosave.flush()
    expect(host.calls).not.toContain('workflows.update')
    session.stop()
  })

  it('restores unsaved work of the last visit as one undoable step, and saves it', async () => {
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const first = await openSession(host, 'wf', storage)
    host.reachable = false
    first.documents.getState().run({ type: 'rename', name: 'Written offline' })
    await first.autosave.flush()

    // The page closes without a save; the next visit finds the draft.
    host.reachable = true
    const second = await openSession(host, 'wf', storage)
    expect(second.restored).toBe(true)
    expect(second.documents.getState().doc.name).toBe('Written offline')
    expect(await second.autosave.flush()).toBe(true)
    expect(host.workflow.name).toBe('Written offline')
    second.documents.getState().undo()
    expect(second.documents.getState().doc.name).toBe('Test')
    first.stop()
    second.stop()
  })

  it('finds nothing to restore once everything was saved', async () => {
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const first = await openSession(host, 'wf', storage)
    first.documents.getState().run({ type: 'rename', name: 'Saved' })
    first.stop()
    const second = await openSession(host, 'wf', storage)
    expect(second.documents.getState().doc.name).toBe('Saved')
    expect(second.restored).toBe(false)
    second.stop()
  })

  it('leaves the draft of a window that is still open to that window', async () => {
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const open = new Set(['one', 'two', 'three'])
    const windowOf = (id: string) => ({ id, isOpen: async (other: string) => open.has(other) })
    const first = await openSession(host, 'wf', storage, windowOf('one'))
    host.reachable = false
    first.documents.getState().run({ type: 'rename', name: 'Written offline' })
    await first.autosave.flush()
    host.reachable = true

    const second = await openSession(host, 'wf', storage, windowOf('two'))
    expect(second.restored).toBe(false)
    second.documents.getState().run({ type: 'rename', name: 'Of the second' })
    expect(await second.autosave.flush()).toBe(true)
    second.stop()

    // The first window crashes; the next one gets its draft, with the revision that it was based on.
    open.delete('one')
    const third = await openSession(host, 'wf', storage, windowOf('three'))
    expect(third.restored).toBe(true)
    expect(third.documents.getState().doc.name).toBe('Written offline')
    // Nothing is overwritten unless the user confirms it, now or after another reload.
    expect(await third.autosave.flush()).toBe(false)
    expect(third.autosave.state.getState()).toMatchObject({
      status: 'conflict',
      theirs: { doc: { name: 'Of the second' } },
    })
    expect(host.workflow.name).toBe('Of the second')
    expect(storage.getItem('sightline.draft.wf@one')).toBeNull()
    expect(storage.getItem('sightline.draft.wf@three')).toContain('Written offline')
    third.stop()
  })

  it('continues after a reload during its own save', async () => {
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const drafts = createWorkflowDrafts('wf', storage, { id: 'one', isOpen: async () => false })
    const sent = { ...start, name: 'Sent' }
    drafts.write({ ...start, name: 'Sent, and more' }, revisionOf(host.workflow), sent)
    host.workflow = { ...host.workflow, name: 'Sent', updated_at: '2026-01-02T00:00:00Z' }
    const session = await openSession(host, 'wf', storage)
    expect(await session.autosave.flush()).toBe(true)
    expect(host.workflow.name).toBe('Sent, and more')
    session.stop()
  })

  it('restores the newest draft of several closed windows, and keeps the others as versions', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const kept: unknown[] = []
    const { api } = host
    host.api = async (endpoint, input) => {
      if (endpoint !== 'studioVersions.keep') return api(endpoint, input)
      kept.push((input as { body: unknown }).body)
      return undefined as never
    }
    for (const id of ['one', 'two']) {
      vi.setSystemTime(Date.now() + 1000)
      createWorkflowDrafts('wf', storage, { id, isOpen: async () => false }).write({ ...start, name: id }, 'r0')
    }
    const session = await openSession(host, 'wf', storage, { id: 'three', isOpen: async () => false })
    expect(session.documents.getState().doc.name).toBe('two')
    await expect.poll(() => kept).toContainEqual(expect.objectContaining({ kind: 'conflict' }))
    session.stop()
    vi.useRealTimers()
  })

  it('ignores a draft that is damaged', async () => {
    const storage = memoryStorage()
    storage.setItem('sightline.draft.wf', '{"name":1}')
    const session = await openSession(fakeHost(workflowOf(start)), 'wf', storage)
    expect(session.restored).toBe(false)
    session.stop()
  })
})

describe('problems', () => {
  it('follow every edit, and keep the platform’s own findings until the block is changed', async () => {
    const missing = { code: 'resource.model_missing', severity: 'error' as const, message: 'Gone.', node_id: 'model-1' }
    const host = fakeHost(workflowOf(start, { validation: [missing] }))
    const session = await openSession(host, 'wf', memoryStorage())
    const codes = () => session.issues.getState().all.map((i) => i.code)
    expect(codes()).toContain('resource.model_missing')
    expect(codes()).toContain('model.not_set')
    const config = { model_id: 'street' }
    session.documents.getState().run({ type: 'configure', nodeId: 'model-1', config, field: '/model_id' })
    expect(codes()).not.toContain('resource.model_missing')
    expect(codes()).not.toContain('model.not_set')
    expect(session.issues.getState().byNode.get('source-1')?.length).toBeGreaterThan(0)
    session.stop()
  })
})
