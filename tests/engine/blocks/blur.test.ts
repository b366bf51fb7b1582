import { describe, expect, test } from 'vitest'
import { createExecutor } from '../../../src/engine/blocks/executors.ts'
import type { Frame, I420 } from '../../../src/engine/media/frame.ts'
import type { Executor, NodeContext } from '../../../src/engine/nodes/executor.ts'
import { planOf } from '../../../src/engine/nodes/plan.ts'
import { Pipeline, type Stage } from '../../../src/engine/runtime/pipeline.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import type { Box } from '../../../src/shared/domain/geometry.ts'
import { graphOf } from '../support/run.ts'
import { plainFrame } from '../support/test-frames.ts'

const FACE: Box = { x1: 20, y1: 20, x2: 60, y2: 60 }
const CAR: Box = { x1: 90, y1: 30, x2: 140, y2: 80 }

const found = (id: number, className: string, box: Box, score = 0.9): Detection => ({
  id,
  className,
  box,
  score,
  classId: 0,
  modelNodeId: 'find',
})

/** Every pixel differs from its neighbours. */
function noisyFrame(index: number): Frame {
  const frame = plainFrame(index, index / 10)
  for (let i = 0; i < frame.image.y.length; i++) frame.image.y[i] = 20 + ((i * 7919) % 200)
  const image: I420 = { ...frame.image, y: frame.image.y.slice() }
  return { ...frame, copy: () => ({ ...frame, image }) }
}

/** Number of the box's pixels that differ from the source. */
function changed(frame: Frame, box: Box): number {
  const source = noisyFrame(frame.index).image
  let count = 0
  for (let y = box.y1; y < box.y2; y++) {
    for (let x = box.x1; x < box.x2; x++) {
      if (frame.image.y[y * frame.image.strideY + x] !== source.y[y * source.strideY + x]) count++
    }
  }
  return count / ((box.x2 - box.x1) * (box.y2 - box.y1))
}

const BLUR = { boxes: false, labels: false, trails: false, geometries: false, blur_classes: ['face'] }
const hasCar = { rules: [{ subject: 'class_count', class_name: 'car', operator: '>=', threshold: 1 }] }
const model: [string, object] = ['model', { model_id: 'm' }]

/**
 * Runs frames through the real blocks, but with models that return the given detections; returns the frames of the
 * video.
 */
async function blurred(
  nodes: Record<string, [string, object?]>,
  wires: string[],
  seen: Record<string, readonly (readonly Detection[])[]>,
): Promise<Frame[]> {
  const video: Frame[] = []
  const plan = planOf(graphOf({ ...nodes, video: ['sink', { kind: 'annotated_video' }] }, [...wires, 'draw>video']))
  const stages: Stage[] = []
  for (const node of plan.nodes) {
    let executor: Executor
    if (node.kind === 'model') {
      executor = {
        parallel: true,
        process: ({ frame, frames }): ReturnType<Executor['process']> =>
          frames.length === 0
            ? {}
            : { detections: { type: 'detections', detections: seen[node.id]?.[frame.index] ?? [] } },
      }
    } else if (node.kind === 'sink') {
      executor = {
        process({ frames }) {
          for (const { frame } of frames) video.push({ ...frame, image: { ...frame.image, y: frame.image.y.slice() } })
          return {}
        },
      }
    } else
      executor = await createExecutor({
        node,
        plan,
        classNames: [],
        warn: () => undefined,
      } as unknown as NodeContext<never>)
    stages.push({ node, executor })
  }
  const pipeline = new Pipeline(stages)
  const count = Math.max(...Object.values(seen).map((s) => s.length))
  for (let i = 0; i < count; i++) await pipeline.send(noisyFrame(i))
  return video
}

const both = [found(0, 'face', FACE), found(1, 'car', CAR)]
const faceOnly = [found(0, 'face', FACE)]

describe('classes to blur are blurred in every frame of the video', () => {
  test('blurs in frames that took the other branch of a condition', async () => {
    const video = await blurred(
      { find: model, busy: ['condition', hasCar], draw: ['visualize', BLUR] },
      ['source>find', 'find>busy', 'busy.true>draw'],
      { find: [both, faceOnly, both, faceOnly] },
    )
    expect(video.map((f) => f.index)).toEqual([0, 1, 2, 3])
    for (const frame of video) {
      expect(changed(frame, FACE)).toBeGreaterThan(0.9)
      expect(changed(frame, CAR)).toBe(0)
    }
  })

  test('blurs behind nested conditions, whose wires carry nothing at all', async () => {
    const never = { rules: [{ subject: 'class_count', operator: '>=', threshold: 9 }] }
    const video = await blurred(
      {
        find: model,
        busy: ['condition', never],
        inner: ['condition', hasCar],
        follow: ['track'],
        draw: ['visualize', BLUR],
      },
      ['source>find', 'find>busy', 'busy.true>inner', 'inner.true>follow', 'follow>draw'],
      { find: [both, faceOnly] },
    )
    for (const frame of video) expect(changed(frame, FACE)).toBeGreaterThan(0.9)
  })

  test('blurs when another wire of the same block does carry something', async () => {
    const video = await blurred(
      { cars: model, find: model, busy: ['condition', hasCar], draw: ['visualize', BLUR] },
      ['source>cars', 'source>find', 'cars>draw', 'find>busy', 'busy.true>draw'],
      { cars: [[found(2, 'car', CAR)]], find: [faceOnly] },
    )
    expect(changed(video[0] as Frame, FACE)).toBeGreaterThan(0.9)
  })

  test('blurs before a tracker has confirmed a track, and where its score is low', async () => {
    const late = [[], faceOnly, [found(0, 'face', FACE, 0.15)]]
    const video = await blurred(
      { find: model, follow: ['track'], draw: ['visualize', BLUR] },
      ['source>find', 'find>follow', 'follow>draw'],
      { find: late },
    )
    expect(video.map((f) => changed(f, FACE) > 0.9)).toEqual([false, true, true])
  })

  test('blurs all that a model would have inspected if that model did not run', async () => {
    const video = await blurred(
      {
        find: model,
        busy: ['condition', hasCar],
        cut: ['crop', { source_classes: ['person'] }],
        closer: model,
        draw: ['visualize', BLUR],
      },
      ['source>find', 'find>busy', 'busy.true>cut', 'cut>closer', 'closer>draw'],
      { find: [[found(0, 'person', FACE), found(1, 'dog', CAR)]], closer: [] },
    )
    expect(changed(video[0] as Frame, FACE)).toBeGreaterThan(0.9)
    expect(changed(video[0] as Frame, CAR)).toBe(0)
  })

  test('does not blur what a filter drops on purpose', async () => {
    const video = await blurred(
      { find: model, sure: ['filter', { min_confidence: 0.5 }], draw: ['visualize', BLUR] },
      ['source>find', 'find>sure', 'sure>draw'],
      { find: [[found(0, 'face', FACE, 0.9), found(1, 'face', CAR, 0.3)]] },
    )
    expect(changed(video[0] as Frame, FACE)).toBeGreaterThan(0.9)
    expect(changed(video[0] as Frame, CAR)).toBe(0)
  })

  test('changes nothing without classes to blur', async () => {
    const video = await blurred(
      { find: model, draw: ['visualize', { ...BLUR, blur_classes: [] }] },
      ['source>find', 'find>draw'],
      { find: [both] },
    )
    expect(changed(video[0] as Frame, FACE)).toBe(0)
  })
})
