import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Benchmark, comparable } from '../../../src/engine/evaluation/benchmark.ts'
import { type MotRow, parseMotRow, readMotRows } from '../../../src/engine/evaluation/mot-file.ts'
import { type TrackScores, trackScores } from '../../../src/engine/evaluation/track-scores.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/tracking/${name}`, import.meta.url))
const rowsOf = (lines: readonly string[]) => lines.map((text, i) => parseMotRow(text, i + 1, 'rows.txt'))
const names = { truth: 'gt.txt', tracks: 'tracks.txt' }

function scores(truth: readonly MotRow[], tracks: readonly MotRow[], benchmark: Benchmark = 'auto'): TrackScores {
  const boxes = comparable(truth, tracks, benchmark, names)
  return trackScores(boxes.truth, boxes.tracks)
}

async function readAll(name: string): Promise<MotRow[]> {
  const rows: MotRow[] = []
  for await (const row of readMotRows(fixture(name))) rows.push(row)
  return rows
}

interface Reference {
  gt: string[]
  tracks: string[]
  trackeval: Partial<TrackScores>
  motmetrics: Partial<TrackScores>
}

describe('scores of tracks', () => {
  it('equal those of TrackEval and py-motmetrics for TUD-Stadtmitte', async () => {
    const result = scores(await readAll('tud-stadtmitte-gt.txt'), await readAll('tud-stadtmitte-test.txt'))
    expect(result).toMatchObject({ id_switches: 7, true_positives: 704, misses: 452, false_positives: 45 })
    expect(result).toMatchObject({ mostly_tracked: 5, partially_tracked: 4, mostly_lost: 1, fragmentations: 6 })
    expect(result.idf1).toBeCloseTo(0.6446194225721785, 12)
    expect(result.mota).toBeCloseTo(0.5640138408304498, 12)
    expect(result.motp).toBeCloseTo(0.6540957044559912, 12)
    expect(result.motp_distance).toBeCloseTo(0.34590429554400914, 12)
    expect(result.hota).toBeCloseTo(0.3978490169927877, 12)
    expect(result.deta).toBeCloseTo(0.3922675723693166, 12)
    expect(result.assa).toBeCloseTo(0.4088407518112996, 12)
    expect(Object.keys(result).slice(0, 7)).toEqual([
      ...['mota', 'motp', 'idf1', 'id_switches', 'hota', 'deta', 'assa'],
    ])
  })

  it('equal those of TrackEval and py-motmetrics for random clips', () => {
    const references = JSON.parse(readFileSync(fixture('track-scores-references.json'), 'utf8')) as Reference[]
    expect(references.length).toBeGreaterThan(5)
    for (const { gt, tracks, trackeval, motmetrics } of references) {
      const result = scores(rowsOf(gt), rowsOf(tracks))
      for (const [name, value] of [...Object.entries(trackeval), ...Object.entries(motmetrics)]) {
        expect(result[name as keyof TrackScores], name).toBeCloseTo(value, 8)
      }
    }
  })

  it('equal those of TrackEval where py-motmetrics matches an object after a gap with its earlier track', () => {
    // Track 1 is lost in frame 2, and returns with an overlap of 0.6 when track 2 already has one of 1.
    const truth = [1, 2, 3, 4].map((frame) => `${frame},1,0,0,20,40,1`)
    const tracks = ['1,1,0,0,20,40,1', '2,1,300,0,20,40,1'].concat(
      [3, 4].flatMap((frame) => [`${frame},1,5,0,20,40,1`, `${frame},2,0,0,20,40,1`]),
    )
    const result = scores(rowsOf(truth), rowsOf(tracks))
    // trackeval 1.3.0; motmetrics 1.4.0 has no switch and a MOTA of 0.
    expect(result).toMatchObject({ id_switches: 1, mota: -0.25, misses: 1, false_positives: 3, fragmentations: 1 })
    expect(result.idf1).toBeCloseTo(0.6, 12)
    expect(result.hota).toBeCloseTo(0.4040610178208842, 12)
  })

  it('count an object as mostly tracked above 80 % of its boxes, not at 80 %, as TrackEval does', () => {
    const truth = [1, 2, 3, 4, 5].map((frame) => `${frame},1,0,0,20,40,1`)
    expect(scores(rowsOf(truth), rowsOf(truth.slice(0, 4)))).toMatchObject({ mostly_tracked: 0, partially_tracked: 1 })
  })

  it('are perfect for the ground truth itself and zero without tracks', async () => {
    const truth = await readAll('tud-stadtmitte-gt.txt')
    expect(scores(truth, truth)).toMatchObject({ mota: 1, motp: 1, idf1: 1, id_switches: 0, deta: 1, mostly_lost: 0 })
    expect(scores(truth, truth).hota).toBeCloseTo(1, 12)
    expect(scores(truth, [])).toMatchObject({ mota: 0, motp: 0, idf1: 0, hota: 0, deta: 0, assa: 0, misses: 1156 })
    expect(scores([], truth)).toMatchObject({ mota: -1156, idf1: 0, hota: 0, false_positives: 1156, gt_ids: 0 })
    expect(scores([], [])).toMatchObject({ mota: 0, idf1: 0, hota: 0 })
  })
})

describe('comparable boxes', () => {
  const pedestrian = '1,1,0,0,20,40,1,1,1'
  const distractor = '1,2,100,0,20,40,1,8,1'
  const ignored = '1,3,200,0,20,40,0,1,1'
  const car = '1,4,300,0,20,40,1,3,1'
  const found = ['1,7,0,0,20,40,1', '1,8,100,0,20,40,1', '1,9,300,0,20,40,1']

  it('exclude classes that MOT17 does not score, and tracks on distractors', () => {
    const truth = rowsOf([pedestrian, distractor, ignored, car])
    // The box on the distractor is neither right nor wrong, the one on the car is wrong.
    expect(scores(truth, rowsOf(found))).toMatchObject({ gt_boxes: 1, true_positives: 1, false_positives: 1 })
    expect(scores(truth, rowsOf(found), 'mot15')).toMatchObject({ gt_boxes: 3, true_positives: 3, false_positives: 0 })
  })

  it('exclude vehicles as distractors in MOT20', () => {
    const truth = rowsOf([pedestrian, '1,4,300,0,20,40,1,6,1'])
    expect(scores(truth, rowsOf(found), 'mot17')).toMatchObject({ false_positives: 2 })
    expect(scores(truth, rowsOf(found), 'mot20')).toMatchObject({ false_positives: 1 })
  })

  it('cause an error that names the line', () => {
    expect(() => scores(rowsOf([pedestrian, pedestrian]), [])).toThrow(
      'Line 2 of “gt.txt” has the id 1 a second time in frame 1.',
    )
    expect(() => scores(rowsOf(['1,1,0,0,9,9,1,4.5,1,0']), [], 'mot17')).toThrow('Line 1 of “gt.txt” has the class 4.5')
  })
})

describe('a MOTChallenge line', () => {
  it('is separated by commas or blanks', () => {
    const row = { frame: 3, id: -1, box: { x1: 10.5, y1: 20, x2: 40.5, y2: 60 }, confidence: 0.9, rest: [-1], line: 5 }
    for (const text of [
      '3,-1,10.5,20,30,40,0.9,-1',
      '3, -1, 10.5, 20, 30, 40, 0.9, -1',
      '3 -1 10.5 20\t30 40 .9 -1,',
    ]) {
      expect(parseMotRow(text, 5, 'det.txt')).toEqual(row)
    }
    expect(parseMotRow('3,-1,1,2,3,4', 5, 'det.txt')).toMatchObject({ confidence: 1, rest: [] })
  })

  it.each([
    ['1,2,3', 'has 3 of the six columns that it needs'],
    ['1,2,3,4,five,6', 'has “five” where a number is expected (width)'],
    ['1,2,,4,5,6', 'has “” where a number is expected (left)'],
    ['1.5,2,3,4,5,6', 'has the frame 1.5, which must be a whole number'],
    ['-1,2,3,4,5,6', 'has the frame -1, which must be a whole number'],
    ['1,a.b,3,4,5,6', 'has “a.b” where a number is expected (id)'],
    ['1,2,3,4,5,6,1e999', 'has “1e999” where a number is expected (confidence)'],
  ])('%s is rejected with its number and reason', (text, reason) => {
    expect(() => parseMotRow(text, 12, 'det.txt')).toThrow(`Line 12 of “det.txt” ${reason}`)
  })
})
