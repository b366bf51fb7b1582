import { expect, test } from 'vitest'
import type { Executor, NodeInput, Outputs } from '../../../src/engine/nodes/executor.ts'
import { planOf } from '../../../src/engine/nodes/plan.ts'
import { nodeKeys } from '../../../src/engine/reuse/node-keys.ts'
import { Pipeline, type Stage } from '../../../src/engine/runtime/pipeline.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { graphOf, jobOf } from '../support/run.ts'
import { plainFrame } from '../support/test-frames.ts'

const boxAt = (x: number, score: number, id: number, modelNodeId: string): Detection => ({
  box: { x1: x, y1: 0, x2: x + 10, y2: 10 },
  score,
  id,
  modelNodeId,
  classId: 0,
  className: 'car',
})

/** A crowd of one model, whose boxes overlap by two thirds, and a second model that sees its first member too. */
const FOUND: Record<string, Detection[]> = {
  a: [boxAt(0, 0.6, 0, 'a'), boxAt(2, 0.5, 2, 'a'), boxAt(40, 0.4, 4, 'a')],
  b: [boxAt(-1, 0.9, 1, 'b'), boxAt(80, 0.3, 3, 'b')],
}

type Blocks = Record<string, [string, object?]>
const MODELS: Blocks = { a: ['model', { model_id: 'm' }], b: ['model', { model_id: 'm' }] }
const FED = ['source>a', 'source>b']
const ROWS: Blocks = { rows: ['sink', { kind: 'csv' }] }

/** What arrives at a block: the boxes by their left edge. */
async function arriving(at: string, blocks: Blocks, wires: string[], found = FOUND): Promise<number[] | undefined> {
  let seen: readonly Detection[] | null | undefined
  const passOn =
    (id: string) =>
    (input: NodeInput): Outputs => {
      if (id === at) seen = input.detections
      const detections = found[id] ?? input.detections
      return detections ? { detections: { type: 'detections' as const, detections } } : {}
    }
  const tracks = ({ detections }: NodeInput) => ({
    detections: {
      type: 'detections' as const,
      detections: (detections ?? []).map((d) => ({ ...d, trackId: d.id + 1 })),
    },
  })
  const stages = planOf(graphOf(blocks, wires)).nodes.map((node): Stage => {
    const process: Executor['process'] =
      node.kind === 'track' && node.id !== at
        ? tracks
        : node.kind === 'source'
          ? ({ frame }) => ({ frames: { type: 'frames', frame, regions: null } })
          : passOn(node.id)
    return { node, executor: { process } }
  })
  await new Pipeline(stages).send(plainFrame(0, 0))
  return seen?.map(({ box }) => box.x1)
}

const END: Record<string, { blocks: Blocks; wires: string[] }> = {
  filter: { blocks: { end: ['filter'], ...ROWS }, wires: ['end>rows'] },
  track: { blocks: { end: ['track'], ...ROWS }, wires: ['end>rows'] },
  condition: { blocks: { end: ['condition'], ...ROWS }, wires: ['end.true>rows', 'end.false>rows'] },
  crop: { blocks: { end: ['crop'], fine: ['model', { model_id: 'm' }], ...ROWS }, wires: ['end>fine', 'fine>rows'] },
  visualize: { blocks: { end: ['visualize'], rows: ['sink', { kind: 'annotated_video' }] }, wires: ['end>rows'] },
  sink: { blocks: { end: ['sink', { kind: 'csv' }] }, wires: [] },
}

test.each(Object.keys(END))('unites the detections of two models where they meet: %s', async (kind) => {
  const { blocks, wires } = END[kind] as (typeof END)[string]
  const all = [...FED, 'a>end', 'b>end', ...wires]
  // The crowd's second member overlaps the first by 2/3, below the 0.7 of its model, and the other model's box by 7/13.
  expect(await arriving('end', { ...MODELS, ...blocks }, all)).toEqual([40, -1, 80])
  const [type, config] = blocks.end as [string, object?]
  const loose: Blocks = { ...MODELS, ...blocks, end: [type, { ...config, union_iou: 0.6 }] }
  expect(await arriving('end', loose, all)).toEqual([2, 40, -1, 80])
})

test('a second model removes nothing from a crowd that its own model keeps', async () => {
  const wires = [...FED, 'a>rows', 'b>rows']
  expect(await arriving('rows', { ...MODELS, ...ROWS }, wires, { ...FOUND, b: [] })).toEqual([0, 2, 40])
  const strict: Blocks = { ...MODELS, ...ROWS, a: ['model', { model_id: 'm', iou_threshold: 0.3 }] }
  expect(await arriving('rows', strict, wires, { ...FOUND, b: [] })).toEqual([0, 40])
})

test('tracks are united with nothing, and detections that no tracker follows are united still', async () => {
  const follow: Blocks = { ...MODELS, follow: ['track'], ...ROWS }
  const wires = [...FED, 'a>follow', 'follow>rows', 'b>rows']
  expect(await arriving('rows', follow, wires)).toEqual([0, 2, 40, -1, 80])
  const third: Blocks = { ...follow, c: ['model', { model_id: 'm' }] }
  const found = { ...FOUND, c: [boxAt(81, 0.8, 5, 'c')] }
  expect(await arriving('rows', third, [...wires, 'source>c', 'c>rows'], found)).toEqual([0, 2, 40, -1, 81])
})

test('branches of one model that meet again are one list', async () => {
  const split: Blocks = {
    a: ['model', { model_id: 'm', iou_threshold: 0.1 }],
    few: ['filter'],
    all: ['filter'],
    ...ROWS,
  }
  expect(await arriving('rows', split, ['source>a', 'a>few', 'a>all', 'few>rows', 'all>rows'])).toEqual([0, 2, 40])
})

test('detections of one model on tiles are united beyond the overlap that it allows itself', async () => {
  const tiled = (iou_threshold: number): Blocks => ({
    a: ['model', { model_id: 'm', tiled: true, iou_threshold }],
    ...ROWS,
  })
  expect(await arriving('rows', tiled(0.7), ['source>a', 'a>rows'])).toEqual([0, 2, 40])
  expect(await arriving('rows', tiled(0.5), ['source>a', 'a>rows'])).toEqual([0, 40])
})

test('the overlap of a union is part of the key of cached results', () => {
  const keyOf = (config: object) => {
    const graph = graphOf({ ...MODELS, follow: ['track', config], ...ROWS }, [
      ...FED,
      'a>follow',
      'b>follow',
      'follow>rows',
    ])
    const job = jobOf(graph, 'clip.mp4', 'out')
    return nodeKeys(planOf(graph), job, { sha256: '00', sampleFps: null }).get('follow')
  }
  expect(keyOf({})).toBe(keyOf({ union_iou: 0.5 }))
  expect(keyOf({})).not.toBe(keyOf({ union_iou: 0.6 }))
})
