import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { probe } from '../../../src/engine/media/probe.ts'
import type { MeasureEvent } from '../../../src/shared/domain/event.ts'
import { graphOf, jobOf, recordsOf, runToEnd } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Square, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const out = (name: string) => join(folder, name)
const video = join(folder, 'walk.mp4')

const FRAMES = 20
/** A red square moves from left to right; a green one is present from the tenth frame on. */
const walk = (i: number): Square[] => [
  { x: 8 + 6 * i, y: 32, color: 'red' },
  ...(i >= 10 ? [{ x: 136, y: 72, color: 'green' } as const] : []),
]

const gate = {
  kind: 'line',
  name: 'Gate',
  points: [
    [0.5, 1],
    [0.5, 0],
  ],
}
const model: [string, object] = ['model', { model_id: 'colours', confidence_threshold: 0.3, iou_threshold: 0.1 }]

beforeAll(async () => {
  await writeVideo(video, FRAMES, walk)
})

describe('a whole run', () => {
  const graph = graphOf(
    {
      find: model,
      follow: ['track'],
      count: ['measure', { geometries: [gate] }],
      draw: ['visualize'],
      video: ['sink', { kind: 'annotated_video' }],
      table: ['sink', { kind: 'csv' }],
      lines: ['sink', { kind: 'json' }],
    },
    [
      ...['source>find', 'find>follow', 'follow>count', 'follow>draw', 'count>draw', 'draw>video'],
      ...['follow>table', 'count>table', 'follow>lines', 'count>lines'],
    ],
  )
  let run: Awaited<ReturnType<typeof runToEnd>>
  beforeAll(async () => {
    run = await runToEnd(jobOf(graph, video, out('whole')))
  })

  test('completes, and counts the crossings of the line', () => {
    expect(run.error).toBeNull()
    expect(run.status).toBe('completed')
    expect(run.counts.lines).toMatchObject([
      { node_id: 'count', name: 'Gate', a_to_b: 1, b_to_a: 0, by_class: { red: { a_to_b: 1, b_to_a: 0 } } },
    ])
    expect(run.progress).toMatchObject({ frames_done: FRAMES, frames_total: FRAMES, seconds_left: 0 })
  })

  test('reports the figures of each block', () => {
    expect(run.nodes.source).toMatchObject({ frames_in: FRAMES, frames_out: FRAMES })
    expect(run.nodes.find).toMatchObject({ frames_in: FRAMES, frames_out: FRAMES })
    expect(run.nodes.find?.detections).toBeGreaterThanOrEqual(FRAMES + 10)
    expect(run.nodes.find?.ms_per_frame).toBeGreaterThan(0)
    expect(run.nodes.count).toMatchObject({ events: 1 })
    expect(run.nodes.video).toMatchObject({ frames_in: FRAMES, frames_out: 0 })
  })

  test('reports its media first, and its progress', () => {
    const media = run.reports.find((r) => r.type === 'started')
    expect(media).toMatchObject({ media: { width: 160, height: 96, native_fps: 10 } })
    expect(run.reports.some((r) => r.type === 'progress')).toBe(true)
    expect(run.reports.some((r) => r.type === 'log')).toBe(true)
  })

  test('leaves exactly the files that it lists, complete', () => {
    const names = run.artifacts.map((a) => a.name).sort()
    expect(names).toEqual(
      [
        ...['evidence.jsonl', 'video.mp4', 'lines.jsonl', 'manifest.json', 'run.log'],
        ...['table-detections.csv', 'table-events.csv'],
      ].sort(),
    )
    expect(readdirSync(out('whole')).sort()).toEqual(names)
    for (const { name, size_bytes, sha256 } of run.artifacts) {
      const bytes = readFileSync(join(out('whole'), name))
      expect(bytes.length).toBe(size_bytes)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  })

  test('writes every frame to the video', async () => {
    expect(run.artifacts.find((a) => a.kind === 'annotated_video')?.records).toBe(FRAMES)
    const probed = await probe(join(out('whole'), 'video.mp4'))
    expect(probed).toMatchObject({ width: 160, height: 96, frameCount: FRAMES })
  })

  test('records boxes at the positions of the squares', () => {
    const records = recordsOf(out('whole'), 'lines.jsonl')
    const frames = records.filter((r) => r.record === 'frame') as { frame_index: number; detections: Square[] }[]
    expect(frames.map((f) => f.frame_index)).toEqual(Array.from({ length: FRAMES }, (_, i) => i))
    const reds = frames.flatMap((f) =>
      (f.detections as unknown as { class_name: string; x1: number; x2: number }[])
        .filter((d) => d.class_name === 'red')
        .map((d) => (d.x1 + d.x2) / 2 - (16 + 6 * f.frame_index)),
    )
    expect(reds.length).toBeGreaterThan(FRAMES / 2)
    // The toy model has cells of 8 pixels.
    for (const error of reds) expect(Math.abs(error)).toBeLessThanOrEqual(10)
    const [event] = records.filter((r) => r.record === 'event') as unknown as MeasureEvent[]
    expect(event).toMatchObject({ type: 'line_crossing', geometry: 'Gate', direction: 'a_to_b', class_name: 'red' })
    expect(event?.time_s).toBeGreaterThan(0.8)
    expect(event?.time_s).toBeLessThan(1.6)
  })

  test('records the evidence of the crossing, which names its event', () => {
    const isCrossing = (r: Record<string, unknown>) => r.type === 'line_crossing'
    const [event] = recordsOf(out('whole'), 'lines.jsonl').filter(isCrossing)
    const counted = recordsOf(out('whole'), 'evidence.jsonl').filter((r) => r.counted)
    expect(counted).toMatchObject([
      { kind: 'line', event_id: event?.id, crossed_s: event?.time_s, direction: 'a_to_b' },
    ])
  })

  test('identifies graph, model and media in the manifest by their hashes', () => {
    const manifest = JSON.parse(readFileSync(join(out('whole'), 'manifest.json'), 'utf8'))
    const sha256 = createHash('sha256').update(readFileSync(video)).digest('hex')
    expect(manifest).toMatchObject({
      format: 'sightline-manifest',
      run_id: 'test-run',
      source: { sha256, width: 160, height: 96 },
      models: [{ node_id: 'find', name: 'colours', sha256: 'a1' }],
      workflow: { graph_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      graph,
      frames: FRAMES,
      counts: run.counts,
    })
    const listed = manifest.artifacts.map((a: { name: string }) => a.name)
    expect(listed).toEqual(run.artifacts.map((a) => a.name).filter((n) => n !== 'manifest.json' && n !== 'run.log'))
  })

  test('yields the same records again for the same job, in another process', async () => {
    const again = await runHere(jobOf(graph, video, out('again')))
    expect(again.counts).toEqual(run.counts)
    expect(recordsOf(out('again'), 'lines.jsonl')).toEqual(recordsOf(out('whole'), 'lines.jsonl'))
  })
})

describe('other graphs', () => {
  test('a condition sends each frame down one branch, and a video behind one branch stays complete', async () => {
    const graph = graphOf(
      {
        find: model,
        green: [
          'condition',
          { rules: [{ subject: 'class_count', class_name: 'green', operator: '>=', threshold: 1 }] },
        ],
        yes: ['sink', { kind: 'json' }],
        no: ['sink', { kind: 'json' }],
        draw: ['visualize'],
        video: ['sink', { kind: 'annotated_video' }],
      },
      ['source>find', 'find>green', 'green.true>yes', 'green.false>no', 'green.true>draw', 'draw>video'],
    )
    const run = await runHere(jobOf(graph, video, out('condition')))
    expect(run.status).toBe('completed')
    const indices = (name: string) => recordsOf(out('condition'), name).map((r) => r.frame_index as number)
    expect(indices('yes.jsonl')).toEqual(Array.from({ length: 10 }, (_, i) => i + 10))
    expect(indices('no.jsonl')).toEqual(Array.from({ length: 10 }, (_, i) => i))
    expect(run.artifacts.find((a) => a.kind === 'annotated_video')?.records).toBe(FRAMES)
  })

  test('two models on one source are merged; a crop feeds a second model', async () => {
    const graph = graphOf(
      {
        one: model,
        two: model,
        all: ['filter', { keep_classes: ['green'] }],
        united: ['sink', { kind: 'json' }],
        cut: ['crop', { source_classes: ['green'], min_crop_size: 8 }],
        closer: model,
        parts: ['sink', { kind: 'json' }],
      },
      ['source>one', 'source>two', 'one>all', 'two>all', 'all>united', 'all>cut', 'cut>closer', 'closer>parts'],
    )
    const run = await runHere(jobOf(graph, video, out('union')))
    expect(run.error).toBeNull()
    type Record = { frame_index: number; detections: { class_name: string; parent_id: number | null; id: number }[] }
    const united = recordsOf(out('union'), 'united.jsonl') as unknown as Record[]
    const parts = recordsOf(out('union'), 'parts.jsonl') as unknown as Record[]
    const last = united.at(-1) as Record
    // Both models detect the green square; it is reported once, and nothing red passes.
    expect(last.detections.map((d) => d.class_name)).toEqual(['green'])
    const closer = parts.at(-1)?.detections ?? []
    expect(closer.length).toBeGreaterThan(0)
    for (const part of closer) expect(part.parent_id).toBe(last.detections[0]?.id)
    expect(parts[0]?.detections).toEqual([])
  })

  test('a sample rate and a duration select frames by time', async () => {
    const graph = graphOf({ find: model, lines: ['sink', { kind: 'json' }] }, ['source>find', 'find>lines'])
    const job = jobOf(graph, video, out('sampled'))
    const run = await runHere({ ...job, source: { ...job.source, sampleFps: 5, durationS: 1 } })
    expect(run.status).toBe('completed')
    const times = recordsOf(out('sampled'), 'lines.jsonl').map((r) => r.time_s)
    expect(times).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  })

  test('stored crops are images among the artifacts', async () => {
    const graph = graphOf(
      {
        find: model,
        cut: ['crop', { source_classes: ['green'], min_crop_size: 8, emit_crops: true }],
        closer: model,
        parts: ['sink', { kind: 'json' }],
      },
      ['source>find', 'find>cut', 'cut>closer', 'closer>parts'],
    )
    const run = await runHere(jobOf(graph, video, out('crops')))
    expect(run.error).toBeNull()
    const crops = run.artifacts.filter((a) => a.kind === 'crops')
    // The green square is present from the tenth frame on.
    expect(crops.map((c) => c.name)).toEqual(Array.from({ length: 10 }, (_, i) => `cut-crop-0000${i + 10}-1.jpg`))
    for (const { name, size_bytes, sha256, node_id } of crops) {
      const bytes = readFileSync(join(out('crops'), name))
      expect(node_id).toBe('cut')
      expect(bytes.length).toBe(size_bytes)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    const probed = await probe(join(out('crops'), crops[0]?.name ?? ''))
    expect(probed).toMatchObject({ frameCount: 1 })
  })

  test('a video of few frames a second is as long as its source', async () => {
    const graph = graphOf({ find: model, draw: ['visualize'], video: ['sink', { kind: 'annotated_video' }] }, [
      ...['source>find', 'find>draw', 'draw>video'],
    ])
    const job = jobOf(graph, video, out('slow'))
    const run = await runHere({ ...job, source: { ...job.source, sampleFps: 1, durationS: 0.5 } })
    expect(run.artifacts.find((a) => a.kind === 'annotated_video')?.records).toBe(1)
    const probed = await probe(join(out('slow'), 'video.mp4'))
    expect(probed).toMatchObject({ durationS: 1 })
  })

  test('blurring reaches the frames of the other branch in the video itself', async () => {
    const lumaOfRun = async (name: string, blur_classes: string[]) => {
      const rules = [{ subject: 'class_count', class_name: 'green', operator: '>=', threshold: 1 }]
      const graph = graphOf(
        {
          find: model,
          green: ['condition', { rules }],
          draw: ['visualize', { blur_classes }],
          video: ['sink', { kind: 'annotated_video', quality: 'high' }],
        },
        ['source>find', 'find>green', 'green.true>draw', 'draw>video'],
      )
      expect((await runHere(jobOf(graph, video, out(name)))).error).toBeNull()
      const reader = await openMedia(join(out(name), 'video.mp4'))
      const pictures: Uint8Array[] = []
      for await (const frame of reader.frames()) {
        pictures.push(frame.image.y.slice())
        frame.close()
      }
      await reader.close()
      return pictures
    }
    const [plain, blurred] = [await lumaOfRun('plain', []), await lumaOfRun('blurred', ['red'])]
    expect(blurred).toHaveLength(FRAMES)
    const differ = blurred.map((picture, i) => picture.filter((v, k) => Math.abs(v - (plain[i]?.[k] ?? 0)) > 8).length)
    // A square that fills its cells equals its own mean; the cells at one of its edges, 16 pixels long, do not.
    expect(differ.slice(0, 10).filter((n) => n >= 16).length).toBeGreaterThan(5)
  })
})
