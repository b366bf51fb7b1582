/** The creation of versions, and the restoring of one. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createDocumentStore,
  type DocumentStore,
} from '../../../../../src/renderer/screens/editor/document/document-store.ts'
import {
  createWorkflowVersions,
  INTERVAL_MS,
  PAUSE_MS,
  type WorkflowVersions,
} from '../../../../../src/renderer/screens/editor/session/workflow-versions.ts'
import { type VersionHost, versionHost } from '../../versions/versions.ts'
import { doc } from '../documents.ts'

let host: VersionHost
let documents: DocumentStore
let versions: WorkflowVersions
let time = 0

function open(start = doc(['source-1', 'model-1'])) {
  time = 1_000_000
  host = versionHost()
  documents = createDocumentStore(start)
  versions = createWorkflowVersions({ workflowId: 'wf-1', host, documents, now: () => time })
}
beforeEach(() => open())

const x = () => documents.getState().doc.layout.nodes['model-1']?.x
const move = (to: number) => documents.getState().run({ type: 'move', positions: { 'model-1': { x: to, y: 400 } } })
const settled = () => new Promise((resolve) => setTimeout(resolve))
const kept = () => host.kept.map((v) => [v.kind, v.layout?.nodes['model-1']?.x])

describe('automatic versions', () => {
  it('contain the document before the first edit, and before the first edit after a pause', async () => {
    move(10)
    time += 1000
    move(20)
    time += PAUSE_MS
    move(30)
    await settled()
    expect(kept()).toEqual([
      ['begin', 300],
      ['begin', 20],
    ])
  })

  it('are created every few minutes of work', async () => {
    for (let i = 1; i <= 25; i++) {
      move(i)
      time += INTERVAL_MS / 10
    }
    await settled()
    expect(kept()).toEqual([
      ['begin', 300],
      ['interval', 10],
      ['interval', 20],
    ])
  })

  it('are created before a run; never of an empty canvas', async () => {
    await versions.beforeRun()
    expect(kept()).toEqual([['run', 300]])
    open(doc([]))
    documents.getState().run({ type: 'add', nodes: [], edges: [] })
    documents.getState().run({ type: 'rename', name: 'New' })
    await versions.beforeRun()
    await settled()
    expect(host.kept).toEqual([])
  })

  it('never block: when none can be saved, editing and runs continue', async () => {
    host.full = true
    move(10)
    await versions.beforeRun()
    await settled()
    expect(x()).toBe(10)
  })

  it('end with the editor', async () => {
    versions.stop()
    move(10)
    await settled()
    expect(host.kept).toEqual([])
  })
})

describe('restoring a version', () => {
  it('is one undoable step, saves the current document, and keeps the name', async () => {
    await versions.save('Good')
    move(10)
    documents.getState().run({ type: 'rename', name: 'Renamed' })
    const past = documents.getState().past.length
    await versions.restore(await versions.get('v1'))
    expect([x(), documents.getState().doc.name]).toEqual([300, 'Renamed'])
    expect(documents.getState().past).toHaveLength(past + 1)
    expect(host.kept.at(-1)).toMatchObject({ kind: 'restore', layout: { nodes: { 'model-1': { x: 10 } } } })
    documents.getState().undo()
    expect(x()).toBe(10)
  })

  it('changes nothing when the current document can’t be saved', async () => {
    await versions.save('Good')
    move(10)
    await settled()
    host.full = true
    await expect(versions.restore(await versions.get('v1'))).rejects.toThrow('The disk is full.')
    expect(x()).toBe(10)
  })
})
