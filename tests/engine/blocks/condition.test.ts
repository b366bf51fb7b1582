import { describe, expect, test } from 'vitest'
import { condition } from '../../../src/engine/blocks/condition.ts'
import type { Executor, NodeContext } from '../../../src/engine/blocks/executor.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { ConditionRule } from '../../../src/shared/blocks/condition.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { noFindings, plainFrame } from '../support/picture.ts'

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

function branchesOf(config: Partial<ConfigOf<'condition'>>, frames: readonly (readonly Found[])[]): string[] {
  const node = { id: 'c', kind: 'condition', config: withDefaults('condition', config), inlets: [] } as const
  const executor = condition({ node } as unknown as NodeContext<'condition'>) as Executor
  return frames.map((found, i) => {
    const frame = plainFrame(i, i / 10)
    const outputs = executor.process({
      frame,
      frames: [],
      detections: detections(found),
      events: [],
      found: noFindings,
    })
    return Object.keys(outputs).join()
  })
}

const rule = (r: Partial<ConditionRule>) => [{ subject: 'class_count', operator: '>=', threshold: 1, ...r }] as never

test.each([
  ['>', ['false', 'false', 'true']],
  ['>=', ['false', 'true', 'true']],
  ['<', ['true', 'false', 'false']],
  ['<=', ['true', 'true', 'false']],
  ['==', ['false', 'true', 'false']],
  ['!=', ['true', 'false', 'true']],
] as const)('a count %s 1 sends each frame down one branch', (operator, branches) => {
  expect(branchesOf({ rules: rule({ operator }) }, [[], [{}], [{}, {}]])).toEqual(branches)
})

test('a class name counts that class alone', () => {
  const rules = rule({ class_name: 'truck' })
  expect(branchesOf({ rules }, [[{}], [{}, { className: 'truck' }]])).toEqual(['false', 'true'])
})

test('size is the largest one as a share of the frame', () => {
  // The frame is 160 x 96: a side of 48 is 0.15 of it.
  const rules = rule({ subject: 'detection_size', threshold: 0.15 })
  expect(branchesOf({ rules }, [[], [{ side: 47 }, { side: 20 }], [{ side: 10 }, { side: 48 }]])).toEqual([
    'false',
    'false',
    'true',
  ])
})

test('a zone counts the feet that are inside now', () => {
  const points = [
    [0.5, 0],
    [1, 0],
    [1, 1],
    [0.5, 1],
  ] as [number, number][]
  const rules = rule({ subject: 'zone', points })
  // Bottom centres at 75 and 85 of 160 pixels.
  expect(branchesOf({ rules }, [[{ x: 70 }], [{ x: 80 }], [{ x: 70 }]])).toEqual(['false', 'true', 'false'])
})

test('a line counts crossings so far', () => {
  const points = [
    [0.5, 1],
    [0.5, 0],
  ] as [number, number][]
  const walk = [20, 40, 60, 90, 110, 130, 150].map((x) => [{ x, y: 40, trackId: 1 }])
  const branches = branchesOf({ rules: rule({ subject: 'line', points }) }, walk)
  expect(branches.slice(0, 3)).toEqual(['false', 'false', 'false'])
  expect(branches.at(-1)).toBe('true')
})

describe('several rules and frames', () => {
  const rules = [
    { subject: 'class_count', class_name: 'car', operator: '>=', threshold: 1 },
    { subject: 'class_count', class_name: 'truck', operator: '>=', threshold: 1 },
  ] as ConfigOf<'condition'>['rules']
  const frames = [[{}], [{ className: 'truck' }], [{}, { className: 'truck' }], []]

  test('all or any of them', () => {
    expect(branchesOf({ rules, combinator: 'all' }, frames)).toEqual(['false', 'false', 'true', 'false'])
    expect(branchesOf({ rules, combinator: 'any' }, frames)).toEqual(['true', 'true', 'true', 'false'])
  })

  test('N of the last M frames: neither a flicker nor a gap changes the branch', () => {
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
