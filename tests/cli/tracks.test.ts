import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../engine/support/test-folder.ts'
import { palaceDetections, palacePythonTracks } from '../fixtures/tracking/palace.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/tracking/${name}`, import.meta.url))

const save = (name: string, lines: readonly string[]): string => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  return name
}
/** The palace clip as a det.txt. */
const detections = palaceDetections().flatMap((frame, index) =>
  frame.map(({ box, score }) =>
    [index + 1, -1, box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1, score, -1, -1, -1].join(','),
  ),
)
/** Ids by frame, from 1. */
function idsOf(file: string): Map<number, string> {
  const ids = new Map<number, number[]>()
  for (const line of readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')) {
    const [frame = 0, id = 0] = line.split(',').map(Number)
    ids.set(frame, [...(ids.get(frame) ?? []), id])
  }
  return new Map([...ids].map(([frame, list]) => [frame, list.sort((a, b) => a - b).join()]))
}

describe('track', () => {
  test.each(['bytetrack', 'botsort'] as const)(
    '%s gives the ids of the authors’ code for a real clip',
    async (tracker) => {
      // Out of order: files are not always sorted by frame.
      save('det.txt', [...detections.slice(700), '', ...detections.slice(0, 700)])
      const args = [
        'track',
        'det.txt',
        '--format',
        'mot',
        '--tracker',
        tracker,
        '--fps',
        '30',
        '--out',
        `${tracker}.txt`,
      ]
      const { code, stdout, stderr } = await sightline(args, folder)
      expect([code, stdout]).toEqual([0, ''])
      expect(stderr).toMatch(/^\d+ tracks with \d+ boxes in 314 frames\n$/)
      const found = idsOf(`${tracker}.txt`)
      palacePythonTracks(tracker).forEach((expected, index) => {
        expect(found.get(index + 1) ?? '').toBe([...expected.keys()].sort((a, b) => a - b).join())
      })
      expect(readFileSync(join(folder, `${tracker}.txt`), 'utf8')).toMatch(/^1,1(,\d+\.\d\d){4},0\.\d{4},-1,-1,-1\n/)
    },
  )

  test('frames without detections count as time', async () => {
    const at = (frame: number) => `${frame},-1,100,100,40,80,0.9`
    save('gaps.txt', [1, 2, 20, 21, 60, 61, 900000000, 900000001].map(at))
    await warmSightline(['track', 'gaps.txt', '--fps', '30', '--out', 'gaps-30.txt'], folder)
    expect([...idsOf('gaps-30.txt').values()]).toEqual(['1', '1', '1', '1', '2', '3'])
    await warmSightline(['track', 'gaps.txt', '--fps', '30', '--lost-after-s', '2', '--out', 'gaps-2.txt'], folder)
    expect([...idsOf('gaps-2.txt').values()]).toEqual(['1', '1', '1', '1', '1', '1', '2'])
  })

  test('settings of the track block are options', async () => {
    const { stdout } = await warmSightline(['track', '--help'], folder)
    // A file has the detections of one model.
    expect(stdout).not.toContain('--union-iou')
    for (const option of ['--high-threshold', '--second-match-threshold', '--no-fuse-score', '--min-box-area']) {
      expect(stdout).toContain(option)
    }
    const { code, stderr } = await warmSightline(
      ['track', 'det.txt', '--out', 'x.txt', '--high-threshold', '2'],
      folder,
    )
    expect([code, stderr]).toEqual([1, 'sightline: “High confidence” must be at most 1.\n'])
  })

  test('an error is reported with its line, and nothing is written', async () => {
    save('bad.txt', ['1,-1,100,100,40,80,0.9', '2,-1,100,oops,40,80,0.9'])
    save('bad-out.txt', ['kept'])
    const { code, stderr } = await sightline(['track', 'bad.txt', '--out', 'bad-out.txt'], folder)
    expect([code, stderr]).toEqual([2, 'sightline: Line 2 of “bad.txt” has “oops” where a number is expected (top).\n'])
    expect(readFileSync(join(folder, 'bad-out.txt'), 'utf8')).toBe('kept\n')
    const missing = await warmSightline(['track', 'nowhere.txt', '--out', 'x.txt'], folder)
    expect([missing.code, missing.stderr]).toEqual([2, 'sightline: There is no file “nowhere.txt”.\n'])
    save('fine.txt', ['1,-1,100,100,40,80,0.9'])
    const unwritable = await warmSightline(['track', 'fine.txt', '--out', join('no', 'folder.txt')], folder)
    expect(unwritable.code).toBe(1)
    expect(unwritable.stderr).toMatch(/^sightline: Results can’t be written to “folder.txt”./)
    expect(existsSync(join(folder, 'x.txt'))).toBe(false)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('evaluate tracks', () => {
  const files = ['--gt', fixture('tud-stadtmitte-gt.txt'), '--tracks', fixture('tud-stadtmitte-test.txt')]

  test('prints the measures of TUD-Stadtmitte', async () => {
    const { code, stdout } = await sightline(['evaluate', 'tracks', ...files, '--json'], folder)
    expect(code).toBe(0)
    const scores = JSON.parse(stdout)
    expect(scores.idf1).toBeCloseTo(0.644619, 6)
    expect(scores.mota).toBeCloseTo(0.564014, 6)
    expect(scores.id_switches).toBe(7)
    for (const name of ['motp', 'hota', 'deta', 'assa']) expect(scores[name]).toBeGreaterThan(0.3)
    const table = await warmSightline(['evaluate', 'tracks', ...files], folder)
    expect(table.stdout).toMatch(/^HOTA +39\.78% +DetA 39\.23%, AssA 40\.88%/)
    expect(table.stdout).toContain('452 misses, 45 false positives, 7 ID switches')
  })

  test('reports the file and line of an error', async () => {
    save('twice.txt', ['1,1,0,0,10,10,1', '1,1,50,0,10,10,1'])
    const { code, stdout, stderr } = await warmSightline(
      ['evaluate', 'tracks', ...files.slice(0, 2), '--tracks', 'twice.txt'],
      folder,
    )
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe(
      'sightline: Line 2 of “twice.txt” has the id 1 a second time in frame 1. Ids must be unique in a frame.\n',
    )
  })
})

test('a workflow’s appearance model is searched for beside it', async () => {
  const graph = (reid_model_id: string) => ({
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: { kind: 'video', gcs_uri: 'sightline://demo/street-crossing.mp4' } },
      { id: 'find', type: 'model', config: { model_id: 'street-detector' } },
      { id: 'follow', type: 'track', config: { tracker: 'botsort', reid_model_id } },
      { id: 'sink', type: 'sink', config: { kind: 'csv' } },
    ],
    edges: [
      { source: 'source', target: 'find' },
      { source: 'find', target: 'follow' },
      { source: 'follow', target: 'sink' },
    ],
  })
  save('reid.json', [JSON.stringify(graph('looks.onnx'))])
  const { code, stdout } = await warmSightline(['run', 'reid.json', '--out', 'reid-out', '--json'], folder)
  expect(code).toBe(1)
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'model_missing',
    node_id: 'follow',
    message: expect.stringContaining('There is no appearance model “looks.onnx”'),
  })
})
