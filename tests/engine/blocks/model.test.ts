import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crop } from '../../../src/engine/blocks/crop.ts'
import { inFrame } from '../../../src/engine/blocks/in-frame.ts'
import { model } from '../../../src/engine/blocks/model.ts'
import { CandidateList } from '../../../src/engine/inference/candidates.ts'
import { outlinesOf } from '../../../src/engine/inference/outlines.ts'
import type { Executor, FramesPacket, NodeContext } from '../../../src/engine/nodes/executor.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import type { Box, Size } from '../../../src/shared/domain/geometry.ts'
import { inEachImage } from '../../../src/shared/domain/model-types.ts'
import { polygonArea } from '../support/polygon-area.ts'
import { letterboxOf, noFindings, plainFrame } from '../support/test-frames.ts'

const frameSize: Size = { width: 1920, height: 1080 }

/** The model's output for `box` when its input of `target` pixels shows `region` of the frame. */
function seen(box: Box, target: Size, region?: Box) {
  const letterbox = letterboxOf(frameSize, target, region)
  const { scale, padX, padY, originX, originY } = letterbox
  const list = new CandidateList()
  const x = (v: number) => (v - originX) * scale + padX
  const y = (v: number) => (v - originY) * scale + padY
  list.push(x(box.x1), y(box.y1), x(box.x2), y(box.y2), 0.9, 0)
  return { found: list, letterbox }
}

const target = fc.constantFrom({ width: 640, height: 640 }, { width: 640, height: 384 }, { width: 320, height: 480 })

test('a box in the model’s input is mapped back to its place in the frame, also through a crop', () => {
  fc.assert(
    fc.property(
      target,
      fc.boolean(),
      fc.record({ x: fc.integer({ min: 400, max: 900 }), y: fc.integer({ min: 300, max: 600 }) }),
      (size, cropped, { x, y }) => {
        const box = { x1: x, y1: y, x2: x + 50, y2: y + 80 }
        const region = { x1: 350, y1: 250, x2: 1000, y2: 720 }
        const [back] = inFrame(seen(box, size, cropped ? region : undefined), frameSize)
        for (const side of ['x1', 'y1', 'x2', 'y2'] as const) expect(back?.box[side]).toBeCloseTo(box[side], 1)
      },
    ),
  )
})

test('boxes are clipped to the frame, and those outside it are dropped', () => {
  const size = { width: 640, height: 640 }
  const [clipped] = inFrame(seen({ x1: -50, y1: -20, x2: 100, y2: 1200 }, size), frameSize)
  expect(clipped?.box).toMatchObject({ x1: 0, y1: 0, y2: 1080 })
  expect(inFrame(seen({ x1: -50, y1: 0, x2: -10, y2: 20 }, size), frameSize)).toEqual([])
})

test('outlines and keypoints are mapped back and clipped to the frame', () => {
  const region = { x1: 1400, y1: 600, x2: 2000, y2: 1200 }
  const size = { width: 300, height: 300 }
  const { found, letterbox } = seen({ x1: 1800, y1: 900, x2: 2000, y2: 1000 }, size, region)
  // Half a pixel of the input is one of the frame, which ends at 1920.
  const outlines = outlinesOf([[[200, 150, 300, 150, 300, 200, 200, 200]]])
  const keypoints = Float32Array.from([210, 160, 0.5, 290, 160, 1.5])
  const [back] = inFrame({ found: { ...found, count: 1, outlines, keypoints }, letterbox }, frameSize)
  expect(back?.rings).toHaveLength(1)
  const corners = back?.rings?.[0] ?? []
  expect([
    Math.min(...corners.filter((_, i) => i % 2 === 0)),
    Math.max(...corners.filter((_, i) => i % 2 === 0)),
  ]).toEqual([1800, 1920])
  expect(polygonArea(corners)).toBeCloseTo(120 * 100)
  expect(back?.keypoints).toEqual([
    { x: 1820, y: 920, score: 0.5 },
    { x: 1920, y: 920, score: 1 },
  ])
})

const detection = (id: number, box: Box, score: number, className = 'car'): Detection => ({
  box,
  score,
  classId: 0,
  className,
  modelNodeId: 'm',
  id,
})

async function cropsOf(config: object, detections: Detection[]): Promise<FramesPacket> {
  const node = { id: 'crop', config: withDefaults('crop', config) }
  const executor = (await crop({ node } as unknown as NodeContext<'crop'>)) as Executor
  const frame = plainFrame(0, 0)
  const outputs = await executor.process({ frame, frames: [], detections, events: [], found: noFindings })
  return outputs.frames as FramesPacket
}

test('crops are those with the highest scores of the chosen classes, large enough and inside the frame', async () => {
  const found = [
    detection(1, { x1: 10.4, y1: 10.6, x2: 40.2, y2: 40 }, 0.5),
    detection(2, { x1: -3, y1: 50, x2: 30, y2: 120 }, 0.9),
    detection(3, { x1: 50, y1: 50, x2: 60, y2: 90 }, 0.95),
    detection(4, { x1: 50, y1: 50, x2: 90, y2: 90 }, 0.99, 'tree'),
    detection(5, { x1: 100, y1: 0, x2: 140, y2: 40 }, 0.6),
  ]
  const config = { source_classes: ['car'], max_crops: 2, min_crop_size: 16 }
  const { regions } = await cropsOf(config, found)
  expect(regions).toEqual([
    { box: { x1: 0, y1: 50, x2: 30, y2: 96 }, parentId: 2 },
    { box: { x1: 100, y1: 0, x2: 140, y2: 40 }, parentId: 5 },
  ])
  expect(regions).not.toContainEqual(expect.objectContaining({ parentId: 3 }))
})

test('a model behind a crop runs on each region and names the parent', async () => {
  const looked: (Box | null)[] = []
  const pooled = {
    inspection: { classes: ['wheel'], input: { width: 100, height: 100 } },
    infer: async (_frame: unknown, region: Box | null) => {
      looked.push(region)
      const list = new CandidateList()
      list.push(0, 0, 50, 50, region?.x1 === 0 ? 0.4 : 0.8, 0)
      return {
        found: list,
        letterbox: letterboxOf({ width: 160, height: 96 }, { width: 100, height: 100 }, region ?? undefined),
        ms: 1,
      }
    },
  }
  const node = { id: 'm2', kind: 'model', config: withDefaults('model', { model_id: 'x' }) }
  const plan = { nodes: [{ id: 'm1', kind: 'model' }, node] }
  const executor = model({ node, plan, model: () => pooled } as unknown as NodeContext<'model'>) as Executor
  const frame = plainFrame(0, 0)
  const regions = [
    { box: { x1: 0, y1: 0, x2: 20, y2: 20 }, parentId: 3 },
    { box: { x1: 100, y1: 40, x2: 140, y2: 80 }, parentId: 5 },
  ]
  const frames = [{ type: 'frames' as const, from: 'crop', frame, regions }]
  const outputs = await executor.process({ frame, frames, detections: null, events: [], found: noFindings })
  expect(looked).toEqual(regions.map((r) => r.box))
  expect(outputs.detections).toEqual({
    type: 'detections',
    detections: [
      // Half the crop of 40 x 40 that starts at 100, 40. Ids leave room for those of the first model.
      expect.objectContaining({ box: { x1: 100, y1: 40, x2: 120, y2: 60 }, parentId: 5, className: 'wheel', id: 1 }),
      expect.objectContaining({ box: { x1: 0, y1: 0, x2: 10, y2: 10 }, parentId: 3, id: 3 }),
    ],
  })
})

test('a model of one object in each image looks at the whole frame, not at tiles of it', async () => {
  const lookedAt = async (architecture: string) => {
    const looked: (Box | null)[] = []
    const pooled = {
      inspection: { classes: ['person'], modelType: 'keypoint_detection', architecture },
      infer: async (_frame: unknown, region: Box | null) => {
        looked.push(region)
        return { found: new CandidateList(), letterbox: letterboxOf(frameSize, frameSize), ms: 1 }
      },
    }
    const node = {
      id: 'm',
      kind: 'model',
      config: withDefaults('model', { model_id: 'x', tiled: true, tile_size: 64 }),
    }
    const context = { node, plan: { nodes: [node] }, model: () => pooled } as unknown as NodeContext<'model'>
    const frame = plainFrame(0, 0)
    const frames = [{ type: 'frames' as const, from: 'source', frame, regions: null }]
    await (model(context) as Executor).process({ frame, frames, detections: null, events: [], found: noFindings })
    return looked
  }
  expect(await lookedAt(inEachImage('Top-down pose, SimCC'))).toEqual([null])
  expect((await lookedAt('YOLO')).length).toBeGreaterThan(1)
})
