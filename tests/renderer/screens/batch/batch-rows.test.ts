import { describe, expect, test } from 'vitest'
import { batchCsv } from '../../../../src/renderer/screens/batch/batch-buttons.tsx'
import { groupsOf, rowsOf, secondsLeft, totalOf } from '../../../../src/renderer/screens/batch/batch-rows.ts'
import { BY_PLACE, sortRows } from '../../../../src/renderer/screens/batch/batch-table.tsx'
import { stateOfBatch } from '../../../../src/renderer/screens/batch/list/batches-screen.tsx'
import { emptyProgress } from '../../../../src/shared/domain/run.ts'
import { aBatch, anItem, counts, runOf } from './batches.ts'

const LINE = { kind: 'line', nodeId: 'measure-1', name: 'Gate' } as const
const ZONE = { kind: 'zone', nodeId: 'measure-1', name: 'Square' } as const

const north = runOf('north', { counts: counts(12, 3, { visits: 4, dwell_s: 10, peak: 2 }) })
const south = runOf('south', { counts: counts(5, 0, { visits: 1, dwell_s: 30, peak: 3 }) })
const broken = runOf('broken', {
  status: 'error',
  error: { code: 'source_unreadable', message: 'The video, it seems, is "damaged".', node_id: null },
  counts: counts(1, 1),
})
const items = [anItem('north'), anItem('broken'), anItem('south')]
const rows = rowsOf(aBatch(items), new Map([north, south, broken].map((run) => [run.id, run])))

describe('the rows of a batch', () => {
  test('show the state of each file, with or without a run', () => {
    const batch = aBatch([
      anItem('north'),
      anItem('away'),
      anItem('new', { run_id: null }),
      anItem('odd', { run_id: null, problem: 'There is no such file.' }),
    ])
    const known = new Map([
      ['run-north', north],
      ['run-away', null],
    ])
    expect(rowsOf(batch, known).map((row) => row.state)).toEqual(['completed', 'gone', 'waiting', 'refused'])
  })

  test('have a group of columns for each line and zone that any run counted', () => {
    expect(groupsOf(rows)).toEqual([LINE, ZONE])
  })

  test('are totalled by sums, the mean over all visits and the highest peak; a failed run adds nothing', () => {
    expect(totalOf(rows, LINE, 'a_to_b')).toBe(17)
    expect(totalOf(rows, LINE, 'b_to_a')).toBe(3)
    expect(totalOf(rows, ZONE, 'visits')).toBe(5)
    expect(totalOf(rows, ZONE, 'mean_dwell_s')).toBe(8)
    expect(totalOf(rows, ZONE, 'peak_occupancy')).toBe(3)
  })

  test('have no mean dwell when there were no visits', () => {
    const empty = runOf('north', { counts: counts(0, 0, { visits: 0, dwell_s: 0, peak: 0 }) })
    const alone = rowsOf(aBatch([anItem('north')]), new Map([[empty.id, empty]]))
    expect(totalOf(alone, ZONE, 'mean_dwell_s')).toBeNull()
    expect(totalOf(alone, ZONE, 'visits')).toBe(0)
  })

  test('are sorted by a figure in both directions, with rows without it last', () => {
    const by = (descending: boolean) =>
      sortRows(rows, { column: { by: 'figure', group: LINE, figure: 'a_to_b' }, descending }).map((r) => r.item.id)
    expect(by(true)).toEqual(['north', 'south', 'broken'])
    expect(by(false)).toEqual(['south', 'north', 'broken'])
    expect(sortRows(rows, BY_PLACE).map((r) => r.item.id)).toEqual(['north', 'broken', 'south'])
  })

  test('are sorted by name in natural order: 2 before 10', () => {
    const numbered = rowsOf(aBatch([anItem('cam 10'), anItem('cam 2')]), new Map())
    expect(sortRows(numbered, { column: { by: 'name' }, descending: false }).map((r) => r.item.id)).toEqual([
      'cam 2',
      'cam 10',
    ])
  })
})

describe('the estimated time left of a batch', () => {
  test('is derived from the speed of the files so far', () => {
    const done = runOf('a', { started_at: '2026-03-04T10:00:00.000Z', finished_at: '2026-03-04T10:00:10.000Z' })
    const live = runOf('b', {
      status: 'processing',
      started_at: '2026-03-04T10:00:10.000Z',
      finished_at: null,
      progress: { ...emptyProgress(), seconds_left: 4 },
    })
    const next = runOf('c', { status: 'queued', started_at: null, finished_at: null })
    const batch = aBatch(['a', 'b', 'c'].map((id) => anItem(id)))
    const known = new Map([done, live, next].map((run) => [run.id, run]))
    // 20 s of video took 10 s and the next 20 s take 6 + 4 s, so the last file is expected 10 s after those 4 s.
    expect(secondsLeft(rowsOf(batch, known), Date.parse('2026-03-04T10:00:16.000Z'))).toBeCloseTo(14)
  })

  test('is unknown until the first run reports it', () => {
    const queued = ['a', 'b'].map((id) => runOf(id, { status: 'queued', started_at: null, finished_at: null }))
    const known = new Map(queued.map((run) => [run.id, run]))
    expect(secondsLeft(rowsOf(aBatch([anItem('a'), anItem('b')]), known))).toBeNull()
  })
})

describe('the CSV of a batch', () => {
  const table = batchCsv(rows).trimEnd().split('\r\n')

  test('has a row for each file in the order of the batch, independently of the sort order on the screen', () => {
    expect(table).toHaveLength(4)
    expect(batchCsv([...rows].reverse())).toBe(batchCsv(rows))
    expect(table[1]).toMatch(/^north\.mp4,completed,,20,1000,500,/)
  })

  test('has a column for each figure, empty where there is none', () => {
    expect(table[0]).toMatch(/,Gate a_to_b,Gate b_to_a,Square visits,Square mean_dwell_s,Square peak_occupancy$/)
    expect(table[1]).toMatch(/,12,3,4,2\.5,2$/)
    expect(table[2]).toMatch(/,,,,,$/)
    expect(table[3]).toMatch(/,5,0,1,30,3$/)
  })

  test('quotes cells with separators, quotes or line breaks', () => {
    expect(table[2]).toContain('"The video, it seems, is ""damaged""."')
  })

  test('distinguishes lines of the same name by their block', () => {
    const two = counts(1, 2)
    two.lines.push({ ...(two.lines[0] as (typeof two.lines)[0]), node_id: 'measure-2' })
    const run = runOf('north', { counts: two })
    const [head] = batchCsv(rowsOf(aBatch([anItem('north')]), new Map([[run.id, run]]))).split('\r\n')
    expect(head).toContain('Gate (measure-1) a_to_b,Gate (measure-1) b_to_a,Gate (measure-2) a_to_b')
  })
})

test('a batch counts as failed when a file failed, and its state is unknown when a run is missing', () => {
  const batch = aBatch(items)
  expect(stateOfBatch(batch, [north, south, broken])).toEqual({ status: 'error', done: 2, all: 3 })
  expect(stateOfBatch(batch, [north, south])).toBeNull()
})
