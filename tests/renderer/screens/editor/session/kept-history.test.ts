import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packShared, unpackShared } from '../../../../../src/renderer/screens/editor/session/kept-history.ts'
import {
  createSession,
  type EditorSession,
  openSession,
} from '../../../../../src/renderer/screens/editor/session/session.ts'
import { doc } from '../documents.ts'
import { fakeHost, memoryStorage, workflowOf } from '../fake-host.ts'

const start = doc(['source-1', 'model-1'], ['source-1>model-1'])
const rename = (session: EditorSession, name: string) => session.documents.getState().run({ type: 'rename', name })
const name = (session: EditorSession) => session.documents.getState().doc.name

describe('undo after a reload', () => {
  it('reverts every step, and redo restores the steps undone before', async () => {
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const first = await openSession(host, 'wf', storage)
    for (const title of ['One', 'Two', 'Three']) rename(first, title)
    first.documents.getState().undo()
    first.stop()

    const second = await openSession(host, 'wf', storage)
    expect(name(second)).toBe('Two')
    expect(second.restored).toBe(false)
    second.documents.getState().redo()
    expect(name(second)).toBe('Three')
    for (let i = 0; i < 3; i++) second.documents.getState().undo()
    expect(name(second)).toBe('Test')
    expect(second.documents.getState().past).toEqual([])
    second.stop()
  })

  it('reverts unsaved work step by step, and the work is saved', async () => {
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const first = await openSession(host, 'wf', storage)
    host.reachable = false
    rename(first, 'One')
    rename(first, 'Two')
    first.history.flush()
    await first.autosave.flush()

    host.reachable = true
    const second = await openSession(host, 'wf', storage)
    expect(second.restored).toBe(true)
    expect(name(second)).toBe('Two')
    expect(await second.autosave.flush()).toBe(true)
    expect(host.workflow.name).toBe('Two')
    second.documents.getState().undo()
    expect(name(second)).toBe('One')
    first.stop()
    second.stop()
  })

  it('has no step when the workflow was changed elsewhere since', async () => {
    const storage = memoryStorage()
    const host = fakeHost(workflowOf(start))
    const first = await openSession(host, 'wf', storage)
    rename(first, 'Here')
    first.stop()
    await openSession(host, 'wf', memoryStorage()).then((elsewhere) => {
      rename(elsewhere, 'There')
      elsewhere.stop()
    })
    const second = await openSession(host, 'wf', storage)
    expect(name(second)).toBe('There')
    expect(second.documents.getState().past).toEqual([])
    expect(storage.getItem('sightline.history.wf')).toBeNull()
    second.stop()
  })

  it('ignores steps that are damaged', async () => {
    for (const text of ['{', '{"root":[7],"table":[]}', packShared({ doc: start, past: [{ label: 1 }], future: [] })]) {
      const storage = memoryStorage()
      storage.setItem('sightline.history.wf', text)
      const session = await openSession(fakeHost(workflowOf(start)), 'wf', storage)
      expect(session.documents.getState().past).toEqual([])
      session.stop()
    }
  })

  it('keeps the newest steps of the most recently edited workflows, within its share of the storage', async () => {
    const storage = memoryStorage()
    for (let n = 0; n < 8; n++) {
      const host = fakeHost(workflowOf(start, { id: `wf-${n}` }))
      const session = createSession(host, host.workflow, storage)
      for (let step = 0; step < (n === 7 ? 200 : 1); step++) {
        const note = { x: step * 300, y: 900, width: 200, height: 100, text: 'x'.repeat(500), color: 'amber' as const }
        session.documents.getState().run({ type: 'note', id: `note-${step}`, note })
      }
      session.stop()
    }
    const kept = Array.from({ length: 8 }, (_, n) => storage.getItem(`sightline.history.wf-${n}`))
    expect(kept.map((text) => text !== null)).toEqual([false, false, true, true, true, true, true, true])
    expect(kept[7]?.length).toBeLessThanOrEqual(400_000)
    const { past } = unpackShared(kept[7] as string) as { past: { after: typeof start }[] }
    expect(past.length).toBeGreaterThan(10)
    expect(Object.keys(past.at(-1)?.after.layout.notes ?? {})).toHaveLength(200)
  })
})

describe('values that share parts', () => {
  it('are restored equal, with shared parts still shared', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(unpackShared(packShared({ a: value, b: value }))).toEqual(
          JSON.parse(JSON.stringify({ a: value, b: value })),
        )
      }),
    )
    const odd = JSON.parse('{"__proto__":{"a":1},"constructor":2}')
    expect(JSON.stringify(unpackShared(packShared(odd)))).toBe(JSON.stringify(odd))
    const part = { deep: [1, 'two', null, { three: true }] }
    const back = unpackShared(packShared([part, part])) as [object, object]
    expect(back[0]).toBe(back[1])
    expect(packShared([part, part]).length).toBeLessThan(packShared([part, structuredClone(part)]).length)
  })
})
