import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countError,
  f1Of,
  figureRows,
  figuresOf,
  precisionOf,
  recallOf,
  relativeError,
} from '../../../src/shared/accuracy/figures.ts'
import { type Counted, type ScoreRules, scorePlace, USUAL_RULES } from '../../../src/shared/accuracy/score.ts'
import type { Interval, TruthMark } from '../../../src/shared/domain/truth.ts'

let made = 0
const mark = (time_s: number, kind: TruthMark['kind'] = 'a_to_b', class_name: string | null = null): TruthMark => ({
  id: `m${++made}`,
  time_s,
  kind,
  class_name,
})
const count = (timeS: number, kind: Counted['kind'] = 'a_to_b', className = 'car'): Counted => ({
  timeS,
  kind,
  className,
})
const ALL: Interval[] = [[0, 1000]]
const score = (marks: TruthMark[], counts: Counted[], rules: Partial<ScoreRules> = {}, watched = ALL) =>
  scorePlace(marks, counts, watched, { ...USUAL_RULES, ...rules })
const sizes = ({ matches, misses, falseCounts }: ReturnType<typeof score>) => [
  matches.length,
  misses.length,
  falseCounts.length,
]

describe('score of a place', () => {
  it('pairs marks and counts that are near in time, and lists misses and false counts', () => {
    const result = score([mark(1), mark(5), mark(9)], [count(1.2), count(8.4), count(20)])
    expect(result.matches.map((m) => [m.mark.time_s, m.counted.timeS])).toEqual([
      [1, 1.2],
      [9, 8.4],
    ])
    expect(result.misses.map((m) => m.time_s)).toEqual([5])
    expect(result.falseCounts.map((c) => c.timeS)).toEqual([20])
  })

  it('accepts a distance of exactly the tolerance', () => {
    expect(sizes(score([mark(0.3)], [count(1.3)]))).toEqual([1, 0, 0])
    expect(sizes(score([mark(0.3)], [count(1.31)]))).toEqual([0, 1, 1])
  })

  it('matches a count with one crossing only', () => {
    expect(sizes(score([mark(3), mark(3.1)], [count(3)]))).toEqual([1, 1, 0])
  })

  it('keeps directions apart unless they may be mixed', () => {
    const [marks, counts] = [[mark(3, 'a_to_b')], [count(3, 'b_to_a')]]
    expect(sizes(score(marks, counts))).toEqual([0, 1, 1])
    expect(sizes(score(marks, counts, { direction: false }))).toEqual([1, 0, 0])
    expect(sizes(score([mark(3, 'entry')], [count(3, 'exit')], { direction: false }))).toEqual([0, 1, 1])
  })

  it('compares classes only on request, and a mark without class matches any', () => {
    const marks = [mark(3, 'a_to_b', 'car'), mark(8)]
    const counts = [count(3, 'a_to_b', 'van'), count(8, 'a_to_b', 'van')]
    expect(sizes(score(marks, counts))).toEqual([2, 0, 0])
    expect(sizes(score(marks, counts, { className: true }))).toEqual([1, 1, 1])
  })

  it('excludes unwatched parts, but matches a count just outside with a mark inside', () => {
    const watched: Interval[] = [[10, 20]]
    expect(sizes(score([mark(5)], [count(7), count(30)], {}, watched))).toEqual([0, 0, 0])
    expect(sizes(score([mark(19.8)], [count(20.4)], {}, watched))).toEqual([1, 0, 0])
    expect(sizes(score([], [count(20.4)], {}, watched))).toEqual([0, 0, 0])
    expect(sizes(score([], [count(19.9)], {}, watched))).toEqual([0, 0, 1])
  })

  it('has the most matches of any pairing, with the least time between', () => {
    const times = fc.array(
      fc.nat({ max: 60 }).map((t) => t / 10),
      { maxLength: 6 },
    )
    const kinds = fc.constantFrom('a_to_b', 'b_to_a')
    const things = times.chain((all) =>
      fc.tuple(...all.map((t) => fc.tuple(fc.constant(t), kinds, fc.constantFrom('car', 'van')))),
    ) as fc.Arbitrary<[number, 'a_to_b' | 'b_to_a', string][]>
    fc.assert(
      fc.property(things, things, fc.boolean(), fc.boolean(), (theirs, ours, direction, className) => {
        const marks = theirs.map(([t, kind, name]) => mark(t, kind, name))
        const counts = ours.map(([t, kind, name]) => count(t, kind, name))
        const result = score(marks, counts, { direction, className })
        const fits = (m: TruthMark, c: Counted) =>
          Math.abs(m.time_s - c.timeS) <= 1 + 1e-9 &&
          (!direction || m.kind === c.kind) &&
          (!className || m.class_name === c.className)
        let best = { pairs: 0, time: 0 }
        const walk = (i: number, used: ReadonlySet<number>, pairs: number, time: number) => {
          const m = marks[i]
          if (!m) {
            if (pairs > best.pairs || (pairs === best.pairs && time < best.time)) best = { pairs, time }
            return
          }
          walk(i + 1, used, pairs, time)
          counts.forEach((c, k) => {
            if (!used.has(k) && fits(m, c))
              walk(i + 1, new Set(used).add(k), pairs + 1, time + Math.abs(m.time_s - c.timeS))
          })
        }
        walk(0, new Set(), 0, 0)
        expect(result.matches.length).toBe(best.pairs)
        const time = result.matches.reduce((sum, p) => sum + Math.abs(p.mark.time_s - p.counted.timeS), 0)
        expect(time).toBeCloseTo(best.time, 6)
        for (const pair of result.matches) expect(fits(pair.mark, pair.counted)).toBe(true)
        expect(result.matches.length + result.misses.length).toBe(marks.length)
        expect(result.matches.length + result.falseCounts.length).toBe(counts.length)
      }),
      { numRuns: 400 },
    )
  })
})

describe('figures', () => {
  it('match the definitions', () => {
    const figures = figuresOf([score([mark(1), mark(5), mark(9), mark(13)], [count(1), count(5), count(30)])])
    expect(figures).toEqual({ marked: 4, counted: 3, found: 2, right: 2 })
    expect(precisionOf(figures)).toBeCloseTo(2 / 3)
    expect(recallOf(figures)).toBe(0.5)
    expect(f1Of(figures)).toBeCloseTo(4 / 7)
    expect(countError(figures)).toBe(-1)
    expect(relativeError(figures)).toBe(-0.25)
  })

  it('are null when there is nothing to divide by', () => {
    const figures = figuresOf([score([], [])])
    expect([precisionOf(figures), recallOf(figures), f1Of(figures), relativeError(figures)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('have a row for each direction and class, which add up to the total', () => {
    const marks = [mark(1, 'a_to_b', 'car'), mark(5, 'b_to_a', 'van'), mark(9)]
    const result = score(marks, [count(1, 'a_to_b', 'van'), count(9), count(20, 'b_to_a', 'van')])
    const rows = figureRows(result)
    expect(rows).toEqual([
      { kind: 'a_to_b', className: null, marked: 1, counted: 1, found: 1, right: 1 },
      { kind: 'a_to_b', className: 'car', marked: 1, counted: 0, found: 1, right: 0 },
      { kind: 'a_to_b', className: 'van', marked: 0, counted: 1, found: 0, right: 1 },
      { kind: 'b_to_a', className: 'van', marked: 1, counted: 1, found: 0, right: 0 },
    ])
    const whole = figuresOf([result])
    for (const field of ['marked', 'counted', 'found', 'right'] as const)
      expect(rows.reduce((sum, row) => sum + row[field], 0)).toBe(whole[field])
  })
})
