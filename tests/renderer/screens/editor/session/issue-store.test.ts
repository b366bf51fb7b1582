import { afterEach, describe, expect, it } from 'vitest'
import type { Camera } from '../../../../../src/renderer/screens/editor/canvas-state/camera.ts'
import { createActions } from '../../../../../src/renderer/screens/editor/session/actions.ts'
import { createSession } from '../../../../../src/renderer/screens/editor/session/session.ts'
import { resetUi, uiStore } from '../../../../../src/renderer/screens/editor/session/ui-store.ts'
import { ISSUE_CODES, type IssueCode, UNFINISHED } from '../../../../../src/shared/graph/issue.ts'
import { doc } from '../documents.ts'
import { fakeHost, memoryStorage, workflowOf } from '../fake-host.ts'

afterEach(resetUi)

const open = (nodes: string[], wires: string[] = [], over = {}) => {
  const workflow = workflowOf(doc(nodes, wires), over)
  return createSession(fakeHost(workflow), workflow, memoryStorage())
}
const camera = { show: () => {}, fit: () => {} } as unknown as Camera
const levels = (session: ReturnType<typeof open>) =>
  Object.fromEntries(session.issues.getState().all.map((i) => [i.code, i.level]))

describe('a missing part of an unfinished workflow', () => {
  it('is a step to do and no error: on an empty canvas, and with blocks that are not connected yet', () => {
    for (const session of [open([]), open(['source-1', 'model-1', 'track-1', 'measure-1'])]) {
      const { errors, warnings, todos, blocking } = session.issues.getState()
      expect({ errors, warnings }).toEqual({ errors: 0, warnings: 0 })
      expect(todos).toBeGreaterThan(1)
      expect(blocking).toBeGreaterThan(1)
      session.stop()
    }
  })

  it('is listed after contradictions, which are errors at once', () => {
    const session = open(['source-1', 'track-1'], ['source-1>track-1'])
    expect(levels(session)).toMatchObject({ 'edge.port_mismatch': 'error', 'sink.missing': 'todo' })
    expect(session.issues.getState().all[0]?.code).toBe('edge.port_mismatch')
    expect(session.issues.getState().errors).toBe(1)
    session.stop()
  })

  it('becomes an error when Run is pressed, which leads to the first one', async () => {
    const session = open(['source-1', 'model-1'], ['source-1>model-1'])
    await createActions(session, camera).run()
    const { all, errors, todos } = session.issues.getState()
    expect(todos).toBe(0)
    expect(errors).toBeGreaterThan(1)
    expect(uiStore.getState().dock).toBe('problems')
    expect(all[0]).toMatchObject({ code: 'source.not_set', node_id: 'source-1', field: '/gcs_uri' })
    expect(session.documents.getState().selection.nodes).toEqual(['source-1'])
    expect(uiStore.getState().focusField).toEqual({ nodeId: 'source-1', field: '/gcs_uri' })
    session.stop()
  })

  it('is an error from the start in a workflow that has run before', () => {
    const session = open(['source-1'], [], { last_run_id: 'run-1' })
    expect(levels(session)['sink.missing']).toBe('error')
    session.stop()
  })

  it('keeps its severity on the API: only a required part stops a run', () => {
    const severities = (codes: Iterable<IssueCode>) => [...codes].map((code) => [code, ISSUE_CODES[code]])
    expect(severities(UNFINISHED).filter(([, severity]) => severity === 'warning')).toEqual([
      ['branch.no_sink', 'warning'],
    ])
  })
})
