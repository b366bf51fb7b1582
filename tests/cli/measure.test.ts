import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { loadGeometries, measureTracks } from '../../src/cli/measure-command.ts'
import { motRows } from '../../src/cli/mot-input.ts'
import { MeasureEvent } from '../../src/shared/domain/event.ts'
import { Evidence } from '../../src/shared/domain/evidence.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()

const save = (name: string, text: string | object): string => {
  writeFileSync(join(folder, name), typeof text === 'string' ? text : JSON.stringify(text))
  return name
}

/** A box of 40 x 100 whose bottom centre is at (x, y). */
const row = (frame: number, id: number, x: number, y: number, rest = '1,-1,-1,-1') =>
  `${frame},${id},${x - 20},${y - 100},40,100,${rest}`
const frames = (n: number, at: (frame: number) => string) => Array.from({ length: n }, (_, k) => at(k + 1)).join('\n')

const GEOMETRY = {
  lines: [
    {
      name: 'gate',
      points: [
        [0.1, 0.5],
        [0.9, 0.5],
      ],
    },
  ],
  zones: [
    {
      name: 'yard',
      points: [
        [0.4, 0.6],
        [0.6, 0.6],
        [0.6, 0.9],
        [0.4, 0.9],
      ],
    },
  ],
}

const argumentsFor = (tracks: string, geometry: object | string, ...more: string[]) => [
  ...['measure', tracks, '--format', 'mot', '--size', '1000x1000', '--fps', '10'],
  ...['--geometry', save('g.json', geometry), ...more],
]
const measure = (...given: Parameters<typeof argumentsFor>) => warmSightline(argumentsFor(...given), folder)

/**
 * Down through the gate and into the yard: y is 400 in frame 1 and grows by 20 per frame; it reaches 500 in frame 6 and
 * 600 in frame 11.
 */
const DOWN = frames(20, (f) => row(f, 7, 500, 380 + 20 * f + 0.001))

test('prints lines, zones and events; frame 1 is at 0 s', async () => {
  const { code, stdout, stderr } = await measure(save('down.txt', DOWN), GEOMETRY, '--json')
  expect([code, stderr]).toEqual([0, ''])
  const { lines, zones, events, ...rest } = JSON.parse(stdout)
  expect(rest).toEqual({})
  expect(lines).toEqual([{ name: 'gate', a_to_b: 1, b_to_a: 0, by_class: { object: { a_to_b: 1, b_to_a: 0 } } }])
  const dwell = expect.closeTo(0.9, 3)
  expect(zones).toEqual([
    { name: 'yard', visits: 1, dwell_s: dwell, peak_occupancy: 1, by_class: { object: { visits: 1, dwell_s: dwell } } },
  ])
  for (const event of events) expect([...Value.Errors(MeasureEvent, event)]).toEqual([])
  expect(events.filter((e: MeasureEvent) => e.type === 'line_crossing')).toMatchObject([
    { geometry: 'gate', time_s: expect.closeTo(0.5, 3), track_id: 7, class_name: 'object', direction: 'a_to_b' },
  ])
})

test('without --json prints a table', async () => {
  const { stdout } = await sightline(argumentsFor(save('down.txt', DOWN), GEOMETRY), folder)
  expect(stdout).toMatch(/^ {2}gate {2}A to B 1 {2}B to A 0 {2}\(object 1\/0\)$/m)
  expect(stdout).toMatch(/^ {2}yard {2}1 visit {2}0\.9 s in total {2}at most 1 at once/m)
})

test('reads a class column as the class, and a world coordinate as no class', async () => {
  const walk = (id: number, x: number, rest: string) => frames(20, (f) => row(f, id, x, 380 + 20 * f + 0.001, rest))
  const text = [
    walk(1, 200, '1,3,0.8'),
    walk(2, 300, '1,3,-1,-1'),
    walk(3, 350, '1,2'),
    walk(4, 700, '1,4,5.5,0'),
    walk(5, 800, '1,-1,-1,-1'),
    walk(6, 820, '1'),
  ].join('\n')
  const { stdout } = await measure(save('classes.txt', text), { lines: GEOMETRY.lines }, '--json')
  const both = (n: number) => ({ a_to_b: n, b_to_a: 0 })
  expect(JSON.parse(stdout).lines[0].by_class).toEqual({ '2': both(1), '3': both(2), object: both(3) })
})

test('reads settings beside the lines, or in one of them', async () => {
  const [gate] = GEOMETRY.lines
  const slow = { min_settle_ms: 60_000 }
  const lines = [{ ...gate, name: 'slow', ...slow }, { ...gate, name: 'top', anchor: 'top_left' }, gate]
  const of = async (geometry: object) => {
    const { stdout } = await measure(save('down.txt', DOWN), geometry, '--json')
    return JSON.parse(stdout).lines.map((l: { name: string; a_to_b: number }) => [l.name, l.a_to_b])
  }
  // The top left corner is at 300 in frame 1 and reaches 500 in frame 11.
  expect(await of({ lines })).toEqual([
    ['slow', 0],
    ['top', 1],
    ['gate', 1],
  ])
  expect(await of({ lines, ...slow })).toEqual([
    ['slow', 0],
    ['top', 0],
    ['gate', 0],
  ])
  expect(await of({ lines: [{ ...gate, classes: ['2'] }] })).toEqual([['gate', 0]])
})

test('accepts rows in any order and missing frames, and ignores rows without a track', async () => {
  const untracked = frames(40, (f) => row(f, -1, 300, f % 20 < 10 ? 400 : 600))
  const gap = DOWN.split('\n').filter((_, k) => k !== 5 && k !== 6)
  const text = [...untracked.split('\n'), ...gap.toReversed()].join('\n')
  const { code, stdout, stderr } = await measure(save('mixed.txt', text), GEOMETRY, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).lines[0]).toMatchObject({ a_to_b: 1, b_to_a: 0 })
  expect(stderr).toBe('Warning: 40 rows of “mixed.txt” without a positive track id: not measured.\n')
})

test('--evidence writes the same evidence every time', async () => {
  const touch = frames(20, (f) => row(f, 8, 300, f < 10 ? 491 + f : 511 - f))
  const tracks = save('two.txt', `${DOWN}\n${touch}`)
  await measure(tracks, GEOMETRY, '--evidence', 'why.jsonl')
  const text = readFileSync(join(folder, 'why.jsonl'), 'utf8')
  const [header, ...records] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(header).toMatchObject({ record: 'header', format: 'sightline-evidence', source: { name: 'two.txt', fps: 10 } })
  const evidence = records.filter((r) => r.record === 'evidence').map(({ record: _, ...one }) => one)
  for (const one of evidence) expect([...Value.Errors(Evidence, one)]).toEqual([])
  expect(evidence.map((e) => [e.geometry, e.track_id, e.reason])).toEqual([
    ['gate', 7, null],
    ['gate', 8, 'touched_and_returned'],
    ['yard', 7, null],
  ])
  await measure(tracks, GEOMETRY, '--evidence', 'again.jsonl')
  expect(readFileSync(join(folder, 'again.jsonl'), 'utf8')).toBe(text)
  const { code, stderr } = await measure(tracks, GEOMETRY, '--evidence', 'no/such/folder.jsonl')
  expect([code, stderr]).toEqual([1, expect.stringContaining('folder.jsonl')])
})

test('measures thousands of tracks', async () => {
  // Each lives for 12 frames and crosses downwards.
  const text = Array.from({ length: 3000 }, (_, k) =>
    frames(12, (f) => row(k + f, k + 1, 200 + (k % 600), 390 + 20 * f + 0.001)),
  ).join('\n')
  const { stdout } = await measure(save('many.txt', text), GEOMETRY, '--json')
  expect(JSON.parse(stdout).lines[0]).toMatchObject({ a_to_b: 3000, b_to_a: 0 })
})

describe('names file, line and field of an error', () => {
  const gate = GEOMETRY.lines[0]
  test.each<[string, object | string, string]>([
    [
      'a line of one point',
      { lines: [{ name: 'a', points: [[0, 0]] }] },
      '“g.json”, /lines/0/points: “a” needs two points',
    ],
    [
      'pixels',
      {
        lines: [
          gate,
          {
            name: 'b',
            points: [
              [0, 0],
              [640, 1],
            ],
          },
        ],
      },
      '/lines/1/points: “b” leaves the frame',
    ],
    [
      'a zone that crosses itself',
      {
        zones: [
          {
            name: 'z',
            points: [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
            ],
          },
        ],
      },
      '/zones/0/points: “z” crosses itself',
    ],
    ['no points', { zones: [{ name: 'z' }] }, '/zones/0: Fill in “points”'],
    [
      'no name',
      {
        lines: [
          {
            points: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
      '/lines/0: Fill in “name”',
    ],
    ['a typo', { lines: [{ ...gate, clases: ['car'] }] }, '/lines/0/clases: There is no field “clases”'],
    ['a typo at the top', { line: [gate] }, '/line: There is no such field'],
    ['a setting', { lines: [{ ...gate, anchor: 'middle' }] }, '/lines/0/anchor: “Anchor” must be one of'],
    ['a setting for all', { lines: [gate], gap_s: -1 }, '“g.json”, /gap_s: “Gap” must be at least 0'],
    [
      'two of a name',
      { lines: [gate], zones: [{ ...GEOMETRY.zones[0], name: 'gate' }] },
      '/zones/0/name: Two lines or zones are called “gate”',
    ],
    ['nothing', {}, '“g.json”: It has no lines and no zones'],
    ['a list', [], '“g.json”: It must be an object'],
    ['no JSON', '{', '“g.json” is not JSON'],
  ])('geometry: %s', async (_name, geometry, message) => {
    const loading = loadGeometries(join(folder, save('g.json', geometry)))
    await expect(loading).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) })
  })

  test.each<[string, string, string]>([
    ['too few columns', '1,1,2,3,4', 'Line 1 of “bad.txt”'],
    ['no number', `${row(1, 1, 5, 5)}\n2,1,x,2,3,4`, 'Line 2 of “bad.txt” has “x”'],
    ['frame 0', row(0, 1, 5, 5), 'Line 1 of “bad.txt” has the frame 0, but frames count from 1'],
    ['a frame beyond all reason', row(1e12, 1, 5, 5), 'at most 10000000 frames'],
    ['a negative width', '1,1,5,5,-3,4,1', 'Line 1 of “bad.txt” has a width of -3'],
  ])('tracks: %s', async (_name, text, message) => {
    const file = join(folder, save('bad.txt', text))
    const measuring = motRows(file).then((rows) =>
      measureTracks(rows, [], { size: { width: 100, height: 100 }, fps: 10, evidence: false, file }),
    )
    await expect(measuring).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) })
  })

  test('rejects missing files and wrong options', async () => {
    const wrong = await measure(save('down.txt', DOWN), { lines: [] })
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toBe('sightline: “g.json”: It has no lines and no zones. Add at least one.\n')
    expect((await measure('nowhere.txt', GEOMETRY)).stderr).toContain('There is no file “nowhere.txt”')
    const options = ['measure', save('down.txt', DOWN), '--geometry', save('g.json', GEOMETRY)]
    const size = await sightline([...options, '--size', '1000', '--fps', '10'], folder)
    expect([size.code, size.stderr]).toEqual([1, expect.stringContaining('like 1920x1080')])
    const fps = await warmSightline([...options, '--size', '10x10', '--fps', '0'], folder)
    expect([fps.code, fps.stderr]).toEqual([1, expect.stringContaining('above 0')])
    const beyond = await warmSightline([...options, '--size', '300x300', '--fps', '10'], folder)
    expect(beyond.stderr).toContain('beyond 300x300. Check --size.')
  })
})
