import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { condition } from '../../../src/engine/blocks/condition.ts'
import type { Executor, NodeContext, NodeInput } from '../../../src/engine/nodes/executor.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { ConditionRule } from '../../../src/shared/blocks/condition.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

type Found = Partial<Detection> & { x?: number; y?: number; side?: number }

const detections = (found: readonly Found[]): Detection[] =>
  found.map(({ x = 0, y = 0, side = 10, ...rest }, id) => ({
    box: { x1: x, y1: y, x2: x + side, y2: y + side },
    score: 0.9,
    classId: 0,
    className: 'car',
    modelNodeId: 'm',
    id,
    ...rest,
  }))

function executorOf(config: Partial<ConfigOf<'condition'>>, saved: unknown = null): Executor {
  const node = { id: 'c', kind: 'condition', config: withDefaults('condition', config), inlets: [] } as const
  return condition({ node, saved } as unknown as NodeContext<'condition'>) as Executor
}

const inputOf = (i: number, found: readonly Found[] | null): NodeInput => ({
  frame: plainFrame(i, i / 10),
  frames: [],
  detections: found && detections(found),
  events: [],
  found: noFindings,
})

function branchesOf(config: Partial<ConfigOf<'condition'>>, frames: readonly (readonly Found[])[]): string[] {
  const executor = executorOf(config)
  return frames.map((found, i) => Object.keys(executor.process(inputOf(i, found))).join())
}

const rule = (r: Partial<ConditionRule>) => [{ subject: 'class_count', operator: '>=', threshold: 1, ...r }] as never

const RIGHT_HALF = [
  [0.5, 0],
  [1, 0],
  [1, 1],
  [0.5, 1],
] as [number, number][]
const UPWARDS = [
  [0.5, 1],
  [0.5, 0],
] as [number, number][]

/** Frames at the end of which a rule's value is 0, 1 and 2 times the threshold. */
const AROUND: Record<
  ConditionRule['subject'],
  { more: Partial<ConditionRule>; frames: Found[][]; values: [number, number, number] }
> = {
  class_count: { more: { threshold: 1 }, frames: [[], [{}], [{}, {}]], values: [0, 1, 2] },
  // The frame is 160 x 96: a side of 24 is 0.0375 of it.
  detection_size: {
    more: { threshold: (24 * 24) / (160 * 96) },
    frames: [[], [{ side: 24 }, { side: 4 }], [{ side: 40 }]],
    values: [0, 1, 2],
  },
  zone: {
    more: { points: RIGHT_HALF },
    frames: [[{ x: 10 }], [{ x: 100 }, { x: 10 }], [{ x: 100 }, { x: 90 }]],
    values: [0, 1, 2],
  },
  // Two tracks cross and settle one after the other.
  line: {
    more: { points: UPWARDS },
    frames: [
      [20, 20],
      [20, 20],
      [120, 20],
      [120, 20],
      [120, 20],
      [120, 120],
      [120, 120],
      [120, 120],
    ].map((xs) => xs.map((x, k) => ({ x, y: 40, trackId: k + 1 }))),
    values: [1, 4, 7],
  },
}
const OPERATORS = [
  ['>', ['false', 'false', 'true']],
  ['>=', ['false', 'true', 'true']],
  ['<', ['true', 'false', 'false']],
  ['<=', ['true', 'true', 'false']],
  ['==', ['false', 'true', 'false']],
  ['!=', ['true', 'false', 'true']],
] as const

describe.each(Object.keys(AROUND) as (keyof typeof AROUND)[])('%s', (subject) => {
  test.each(OPERATORS)('compares with %s below, at and above the threshold', (operator, expected) => {
    const { more, frames, values } = AROUND[subject]
    const branches = branchesOf({ rules: rule({ subject, operator, ...more }) }, frames)
    expect(values.map((k) => branches[k])).toEqual(expected)
  })
})

test('a class name counts only that class', () => {
  const rules = rule({ class_name: 'truck' })
  expect(branchesOf({ rules }, [[{}], [{}, { className: 'truck' }]])).toEqual(['false', 'true'])
})

test('size is that of the largest detection as a share of the frame', () => {
  // The frame is 160 x 96: a side of 48 is 0.15 of it.
  const rules = rule({ subject: 'detection_size', threshold: 0.15 })
  expect(branchesOf({ rules }, [[], [{ side: 47 }, { side: 20 }], [{ side: 10 }, { side: 48 }]])).toEqual([
    'false',
    'false',
    'true',
  ])
})

test('a zone counts the bottom centres that are inside now, tracked or not, down to the edge of the frame', () => {
  const rules = rule({ subject: 'zone', points: RIGHT_HALF })
  // Bottom centres at 75 and 85 of 160 pixels; then on the frame's bottom edge, and below it.
  const frames = [[{ x: 70 }], [{ x: 80 }], [{ x: 70 }], [{ x: 80, y: 86 }], [{ x: 80, y: 90 }]]
  expect(branchesOf({ rules }, frames)).toEqual(['false', 'true', 'false', 'true', 'true'])
})

test('a rule of one class ignores the others, for every subject', () => {
  const truck = { className: 'truck' }
  const only = (more: Partial<ConditionRule>) => ({ rules: rule({ class_name: 'truck', ...more }) })
  expect(branchesOf(only({ subject: 'zone', points: RIGHT_HALF }), [[{ x: 100 }], [{ x: 100, ...truck }]])).toEqual([
    'false',
    'true',
  ])
  const size = only({ subject: 'detection_size', threshold: 0.05 })
  expect(branchesOf(size, [[{ side: 50 }, truck], [{ side: 50, ...truck }]])).toEqual(['false', 'true'])
  const walk = (className: string) => [20, 60, 100, 120, 130].map((x) => [{ x, y: 40, trackId: 1, className }])
  const line = only({ subject: 'line', points: UPWARDS })
  expect(branchesOf(line, walk('car')).at(-1)).toBe('false')
  expect(branchesOf(line, walk('truck')).at(-1)).toBe('true')
  // A track whose class changes in between is still one track.
  expect(branchesOf(line, [...walk('car').slice(0, 2), ...walk('truck').slice(2)]).at(-1)).toBe('true')
})

test('a line counts crossings so far, in both directions, of tracks only', () => {
  const rules = rule({ subject: 'line', points: UPWARDS, operator: '==', threshold: 2 })
  const there = [20, 60, 90, 110, 130, 150]
  const walk = [...there, ...there.toReversed()].map((x) => [{ x, y: 40, trackId: 1 }])
  const branches = branchesOf({ rules }, walk)
  expect(branches.at(-1)).toBe('true')
  expect(branches.slice(0, -2)).not.toContain('true')
  const untracked = walk.map(([at]) => [{ x: at?.x ?? 0, y: 40 }])
  expect(branchesOf({ rules }, untracked)).not.toContain('true')
})

describe('several rules and frames', () => {
  const rules = [
    { subject: 'class_count', class_name: 'car', operator: '>=', threshold: 1 },
    { subject: 'class_count', class_name: 'truck', operator: '>=', threshold: 1 },
  ] as ConfigOf<'condition'>['rules']
  const frames = [[{}], [{ className: 'truck' }], [{}, { className: 'truck' }], []]

  test('holds for all or any of several rules', () => {
    expect(branchesOf({ rules, combinator: 'all' }, frames)).toEqual(['false', 'false', 'true', 'false'])
    expect(branchesOf({ rules, combinator: 'any' }, frames)).toEqual(['true', 'true', 'true', 'false'])
  })

  test('holds for N of the last M frames: neither a flicker nor a gap changes the branch', () => {
    const seen = [0, 1, 0, 0, 1, 1, 0, 1, 0, 0].map((n) => (n ? [{}] : []))
    expect(branchesOf({ hold_n: 2, hold_m: 3 }, seen)).toEqual([
      'false',
      'false',
      'false',
      'false',
      'false',
      'true',
      'true',
      'true',
      'false',
      'false',
    ])
  })
})

const anyRule: fc.Arbitrary<ConditionRule> = fc
  .record({
    subject: fc.constantFrom<ConditionRule['subject'][]>('class_count', 'detection_size', 'line', 'zone'),
    class_name: fc.constantFrom(undefined, 'car', 'truck'),
    operator: fc.constantFrom(...OPERATORS.map(([operator]) => operator)),
    threshold: fc.constantFrom(0, 0.01, 1, 2),
  })
  .map(({ class_name, ...r }) => ({
    ...r,
    ...(class_name && { class_name }),
    points: r.subject === 'line' ? UPWARDS : RIGHT_HALF,
  }))
const anyConfig = fc.record({
  rules: fc.array(anyRule, { minLength: 1, maxLength: 3 }),
  combinator: fc.constantFrom<('all' | 'any')[]>('all', 'any'),
  hold_n: fc.integer({ min: 1, max: 4 }),
  hold_m: fc.integer({ min: 1, max: 4 }),
})
const anyFrame = fc.array(
  fc.record({
    x: fc.integer({ min: -20, max: 170 }),
    y: fc.integer({ min: 0, max: 90 }),
    side: fc.integer({ min: 0, max: 60 }),
    className: fc.constantFrom('car', 'truck'),
    trackId: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 4 },
)
const anyFrames = fc.array(anyFrame, { minLength: 1, maxLength: 30 })

test('each frame goes down one branch with all of its detections, whatever the rules and frames', () => {
  fc.assert(
    fc.property(anyConfig, anyFrames, (config, frames) => {
      const executor = executorOf(config)
      frames.forEach((found, i) => {
        const input = inputOf(i, found)
        const outputs = Object.entries(executor.process(input))
        expect(outputs).toHaveLength(1)
        const [[branch, packet]] = outputs as [[string, unknown]]
        expect(['true', 'false']).toContain(branch)
        expect(packet).toEqual({ type: 'detections', detections: input.detections })
      })
    }),
    { numRuns: 200 },
  )
})

test('a frame that does not arrive goes down no branch, and does not count as one of the last M', () => {
  const executor = executorOf({ hold_n: 2, hold_m: 2 })
  const branches = [[{}], null, null, [{}]].map((found, i) => Object.keys(executor.process(inputOf(i, found))).join())
  expect(branches).toEqual(['false', '', '', 'true'])
})

test('the opposite operator selects the other branch', () => {
  const opposite = { '>': '<=', '>=': '<', '<': '>=', '<=': '>', '==': '!=', '!=': '==' } as const
  fc.assert(
    fc.property(anyRule, anyFrames, (one, frames) => {
      const there = branchesOf({ rules: [one] }, frames)
      const other = branchesOf({ rules: [{ ...one, operator: opposite[one.operator] }] }, frames)
      expect(other).toEqual(there.map((branch) => (branch === 'true' ? 'false' : 'true')))
    }),
    { numRuns: 200 },
  )
})

test('resuming from a state saved after any frame selects the same branches', () => {
  fc.assert(
    fc.property(anyConfig, anyFrames, fc.nat(30), (config, frames, stop) => {
      let executor = executorOf(config)
      const branches = frames.map((found, i) => {
        if (i === stop) executor = executorOf(config, deserialize(serialize(executor.save?.())))
        return Object.keys(executor.process(inputOf(i, found))).join()
      })
      expect(branches).toEqual(branchesOf(config, frames))
    }),
    { numRuns: 200 },
  )
})
