import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Host, HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import { createDocumentStore } from '../../../../../src/renderer/screens/editor/document/document-store.ts'
import { createPreviewController } from '../../../../../src/renderer/screens/editor/preview/preview-controller.ts'
import { createResources } from '../../../../../src/renderer/screens/editor/session/resources.ts'
import type { WorkflowPreview } from '../../../../../src/shared/api/workflows.ts'
import type { Preview } from '../../../../../src/shared/engine-contract/preview.ts'
import { doc, node } from '../documents.ts'
import { found, made, preview } from './previews.ts'

interface Asked extends WorkflowPreview {
  answer(preview: Preview): Promise<unknown>
  fail(error: Error): Promise<unknown>
}

/** Opens a preview on a platform that responds when the test says so. */
function open(nodes = [node('source-1', { gcs_uri: 'file:///a.mp4' }), node('filter-1', {})]) {
  const asked: Asked[] = []
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const host = {
    api: (_: string, { body }: { body: WorkflowPreview }) =>
      new Promise<Preview>((resolve, reject) =>
        asked.push({
          ...body,
          answer: (value) => {
            resolve(value)
            return settle()
          },
          fail: (error) => {
            reject(error)
            return settle()
          },
        }),
      ),
  } as unknown as Host
  const documents = createDocumentStore(doc(nodes))
  const controller = createPreviewController(host, documents, createResources(host))
  const filterTo = (min_confidence: number) =>
    documents.getState().run({
      type: 'configure',
      nodeId: 'filter-1',
      config: { min_confidence },
      field: '/min_confidence',
    })
  const confidenceAsked = (i: number) => asked[i]?.graph.nodes[1]?.config.min_confidence
  return { asked, controller, documents, filterTo, confidenceAsked, state: controller.store.getState }
}

const some = preview([{ 'filter-1': made({ received: [1, 2], detections: [found(1)] }) }])

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pause = () => vi.advanceTimersByTimeAsync(200)

describe('the preview', () => {
  it('requests nothing without subscribers, and once for a burst of changes, with the last of them', async () => {
    const { asked, controller, filterTo, confidenceAsked } = open()
    filterTo(0.1)
    await pause()
    expect(asked).toHaveLength(0)
    controller.watch()
    for (const c of [0.2, 0.3, 0.4]) filterTo(c)
    await pause()
    expect(asked).toHaveLength(1)
    expect(confidenceAsked(0)).toBe(0.4)
  })

  it('has one request at a time: changes made meanwhile are requested afterwards, only the newest', async () => {
    const { asked, controller, filterTo, confidenceAsked, state } = open()
    controller.watch()
    await pause()
    filterTo(0.5)
    await pause()
    filterTo(0.6)
    await pause()
    expect(asked).toHaveLength(1)
    expect(state().busy).toBe(true)
    await asked[0]?.answer(some)
    await pause()
    expect(asked).toHaveLength(2)
    expect(confidenceAsked(1)).toBe(0.6)
    await asked[1]?.answer(some)
    expect(state().busy).toBe(false)
  })

  it('requests again after a retry during a request', async () => {
    const { asked, controller } = open()
    controller.watch()
    await pause()
    controller.tryAgain()
    await asked[0]?.answer(some)
    await pause()
    expect(asked).toHaveLength(2)
  })

  it('is idle again when a change made meanwhile was reverted', async () => {
    const { asked, controller, documents, filterTo, state } = open()
    controller.watch()
    await pause()
    filterTo(0.5)
    documents.getState().undo()
    await asked[0]?.answer(some)
    await pause()
    expect(asked).toHaveLength(1)
    expect(state().busy).toBe(false)
  })

  it('drops the response for a time no longer shown', async () => {
    const { asked, controller, state } = open()
    controller.watch()
    await pause()
    controller.lookAt(5)
    await asked[0]?.answer(some)
    expect(state().answer).toBeNull()
    await pause()
    expect(asked[1]?.at_seconds).toBe(5)
    await asked[1]?.answer(some)
    expect(state().answer?.atS).toBe(5)
  })

  it('gives each block its figures, the same object while they stay the same', async () => {
    const { asked, controller, filterTo } = open()
    controller.watch()
    await pause()
    await asked[0]?.answer(some)
    const before = controller.figures.getState()['filter-1']
    expect(before).toMatchObject({ found: 1, dropped: 1 })
    filterTo(0.9)
    await pause()
    await asked[1]?.answer(some)
    expect(controller.figures.getState()['filter-1']).toBe(before)
  })

  it('names the block that failed, and retries on request', async () => {
    const { asked, controller, state } = open()
    controller.watch()
    await pause()
    const details = [{ message: 'No model.', node_id: 'filter-1' }]
    await asked[0]?.fail(new HostError({ code: 'graph_not_runnable', message: 'No model.', details }))
    expect(state().problem).toEqual({ message: 'No model.', nodeId: 'filter-1' })
    controller.tryAgain()
    await pause()
    await asked[1]?.answer(some)
    expect(state().problem).toBeNull()
    expect(state().answer).not.toBeNull()
  })

  it('uses the longest requested window, and clears everything without subscribers', async () => {
    const { asked, controller, state } = open()
    const leave = controller.watch()
    const leaveWindow = controller.watch(2)
    await pause()
    expect(asked[0]?.window_seconds).toBe(2)
    await asked[0]?.answer(some)
    leaveWindow()
    await pause()
    expect(asked[1]?.window_seconds).toBe(0)
    await asked[1]?.answer(some)
    leave()
    expect(state().answer).toBeNull()
    expect(controller.figures.getState()).toEqual({})
  })

  it('requests nothing without a source, and excludes muted blocks', async () => {
    const bare = open([node('source-1', {}), node('filter-1', {})])
    bare.controller.watch()
    await pause()
    expect(bare.asked).toHaveLength(0)
    const { asked, controller, documents } = open()
    documents.getState().run({ type: 'switch', nodeIds: ['filter-1'], to: 'muted' })
    controller.watch()
    await pause()
    expect(asked[0]?.graph.nodes.map((n) => n.id)).toEqual(['source-1'])
  })
})
