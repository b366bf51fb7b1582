import { describe, expect, test } from 'vitest'
import type { Frame } from '../../../src/engine/media/frame.ts'
import type { Executor } from '../../../src/engine/nodes/executor.ts'
import { planOf } from '../../../src/engine/nodes/plan.ts'
import { Pipeline, type Stage } from '../../../src/engine/runtime/pipeline.ts'
import { graphOf } from '../support/run.ts'
import { plainFrame } from '../support/test-frames.ts'

const graph = graphOf(
  {
    find: ['model', { model_id: 'm' }],
    follow: ['track'],
    draw: ['visualize'],
    video: ['sink', { kind: 'annotated_video' }],
  },
  ['source>find', 'find>follow', 'follow>draw', 'draw>video'],
)

/** Frames that count how often they, and their copies, are closed. */
function countedFrame(index: number, closed: number[], copies: { closed: number }[]): Frame {
  return {
    ...plainFrame(index, index / 10),
    close: () => {
      closed[index] = (closed[index] ?? 0) + 1
    },
    copy: () => {
      const copy = { closed: 0 }
      copies.push(copy)
      return { ...plainFrame(index, index / 10), close: () => void copy.closed++ }
    },
  }
}

function pipelineOf(seen: Record<string, number[]>, failAt?: { node: string; frame: number }): Pipeline {
  const visit = (id: string, frame: Frame) => {
    seen[id] = [...(seen[id] ?? []), frame.index]
    if (failAt?.node === id && failAt.frame === frame.index) throw new Error('the lens is dirty')
  }
  const executors: Record<string, Executor> = {
    source: { parallel: true, process: ({ frame }) => ({ frames: { type: 'frames', frame, regions: null } }) },
    find: {
      parallel: true,
      async process({ frame }) {
        // The later the frame, the sooner it is done.
        await new Promise((resolve) => setTimeout(resolve, 3 * (10 - frame.index)))
        visit('find', frame)
        return { detections: { type: 'detections', detections: [] } }
      },
    },
    follow: {
      process({ frame, detections }) {
        visit('follow', frame)
        return { detections: { type: 'detections', detections: detections ?? [] } }
      },
    },
    draw: {
      process({ frame }) {
        visit('draw', frame)
        return { frames: { type: 'frames', frame: frame.copy(), regions: null } }
      },
    },
    video: {
      async process({ frame, frames }) {
        await new Promise(setImmediate)
        expect(frames).toHaveLength(1)
        visit('video', frame)
        return {}
      },
    },
  }
  return new Pipeline(planOf(graph).nodes.map((node): Stage => ({ node, executor: executors[node.id] as Executor })))
}

const INDICES = Array.from({ length: 10 }, (_, i) => i)

describe('frames through a pipeline', () => {
  test('may overtake each other in models, reach all other blocks in order, and are each closed once', async () => {
    const seen: Record<string, number[]> = {}
    const [closed, copies]: [number[], { closed: number }[]] = [[], []]
    const pipeline = pipelineOf(seen)
    await Promise.all(INDICES.map((i) => pipeline.send(countedFrame(i, closed, copies))))
    expect(seen.find).not.toEqual(INDICES)
    for (const id of ['follow', 'draw', 'video']) expect(seen[id]).toEqual(INDICES)
    expect(closed).toEqual(INDICES.map(() => 1))
    expect(copies.map((c) => c.closed)).toEqual(INDICES.map(() => 1))
    expect(pipeline.tally('video').figures()).toMatchObject({ frames_in: 10, frames_out: 0 })
  })

  test('stop after a failure that names its block, and are all closed', async () => {
    const seen: Record<string, number[]> = {}
    const [closed, copies]: [number[], { closed: number }[]] = [[], []]
    const pipeline = pipelineOf(seen, { node: 'follow', frame: 4 })
    const sent = await Promise.allSettled(INDICES.map((i) => pipeline.send(countedFrame(i, closed, copies))))
    expect(sent.map((s) => s.status)).toEqual(INDICES.map((i) => (i < 4 ? 'fulfilled' : 'rejected')))
    expect((sent[4] as PromiseRejectedResult).reason).toMatchObject({
      code: 'block_failed',
      nodeId: 'follow',
      message: 'The block “follow” failed: the lens is dirty',
    })
    expect(seen.video).toEqual([0, 1, 2, 3])
    expect(closed).toEqual(INDICES.map(() => 1))
    expect(copies.every((c) => c.closed === 1)).toBe(true)
  })
})
