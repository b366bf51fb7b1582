import { describe, expect, it } from 'vitest'
import { createSession, openSession } from '../../../../src/renderer/editor/session/session.ts'
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
    const second = createSession(host, host.workflow, storage)
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
