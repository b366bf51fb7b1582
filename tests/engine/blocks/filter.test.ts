import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filter } from '../../../src/engine/blocks/executors.ts'
import type { DetectionsPacket, Executor, NodeContext } from '../../../src/engine/nodes/executor.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

const detection = (className: string, score: number): Detection => ({
  box: { x1: 0, y1: 0, x2: 10, y2: 10 },
  classId: 0,
  modelNodeId: 'm',
  id: 0,
  className,
  score,
})

function passing(config: Partial<ConfigOf<'filter'>>, detections: readonly Detection[] | null) {
  const node = { id: 'f', kind: 'filter', config: withDefaults('filter', config), inlets: [] } as const
  const executor = filter({ node, saved: null } as unknown as NodeContext<'filter'>) as Executor
  const input = { frame: plainFrame(0, 0), frames: [], detections, events: [], found: noFindings }
  return executor.process(input) as Record<string, DetectionsPacket>
}

const kept = (config: Partial<ConfigOf<'filter'>>, detections: readonly Detection[]) => {
  const { detections: packet } = passing(config, detections)
  return packet?.detections.map((d) => `${d.className} ${d.score}`)
}

const FOUND = [detection('car', 0.9), detection('truck', 0.5), detection('car', 0.499)]

test.each<[string, Partial<ConfigOf<'filter'>>, string[]]>([
  ['nothing set keeps all', {}, ['car 0.9', 'truck 0.5', 'car 0.499']],
  ['classes', { keep_classes: ['car'] }, ['car 0.9', 'car 0.499']],
  ['several classes', { keep_classes: ['truck', 'car'] }, ['car 0.9', 'truck 0.5', 'car 0.499']],
  ['a class nobody finds', { keep_classes: ['dog'] }, []],
  ['the minimum confidence itself passes', { min_confidence: 0.5 }, ['car 0.9', 'truck 0.5']],
  ['both', { keep_classes: ['car'], min_confidence: 0.5 }, ['car 0.9']],
])('%s', (_name, config, expected) => {
  expect(kept(config, FOUND)).toEqual(expected)
})

test('a frame without detections passes, one that took another branch does not', () => {
  expect(passing({ keep_classes: ['car'] }, [])).toEqual({ detections: { type: 'detections', detections: [] } })
  expect(passing({}, null)).toEqual({})
})

test('the output is a subset of the input, unchanged and in order', () => {
  const any = fc.array(
    fc.tuple(fc.constantFrom('car', 'truck', '__proto__'), fc.double({ min: 0, max: 1, noNaN: true })),
  )
  fc.assert(
    fc.property(any, fc.double({ min: 0, max: 1, noNaN: true }), (found, min_confidence) => {
      const detections = found.map(([name, score]) => detection(name, score))
      const out = passing({ min_confidence, keep_classes: ['car', '__proto__'] }, detections)
      const expected = detections.filter((d) => d.className !== 'truck' && d.score >= min_confidence)
      expect(out.detections?.detections.every((d, k) => d === expected[k])).toBe(true)
      expect(out.detections?.detections).toHaveLength(expected.length)
    }),
  )
})
