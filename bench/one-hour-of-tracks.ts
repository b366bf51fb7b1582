/**
 * One hour of tracks, as left by an earlier run, to time a run that only repeats the measuring: `node
 * out/bench/one-hour.js`. There is no video: nothing is decoded.
 */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planOf } from '../src/engine/nodes/plan.ts'
import { recordDetections } from '../src/engine/reuse/detection-tape.ts'
import { knownDigest } from '../src/engine/reuse/digest-memo.ts'
import { nodeKeys, timelineKey } from '../src/engine/reuse/node-keys.ts'
import { tapeStore } from '../src/engine/reuse/tape-store.ts'
import { recordTimeline } from '../src/engine/reuse/timeline.ts'
import type { Detection } from '../src/shared/domain/detection.ts'
import type { RunJob } from '../src/shared/engine-contract/job.ts'
import type { Graph } from '../src/shared/graph/graph.ts'

const SIZE = { width: 1920, height: 1080 }
const FPS = 30
/** Number of tracks in a frame. */
const TRACKS = 6
/** Seconds for which each track is visible while it crosses the frame. */
const LIFE_S = 12

/** One line, one zone, events as CSV, on tracks that are already known. */
const GRAPH: Graph = {
  version: 1,
  nodes: [
    { id: 'source', type: 'source', config: { kind: 'video', gcs_uri: 'bench://hour' } },
    { id: 'detect', type: 'model', config: { model_id: 'detector' } },
    { id: 'follow', type: 'track', config: {} },
    {
      id: 'count',
      type: 'measure',
      config: {
        geometries: [
          {
            kind: 'line',
            name: 'Gate',
            points: [
              [0.5, 1],
              [0.5, 0],
            ],
          },
          {
            kind: 'zone',
            name: 'Yard',
            points: [
              [0.3, 0.1],
              [0.7, 0.1],
              [0.7, 0.9],
              [0.3, 0.9],
            ],
          },
        ],
      },
    },
    { id: 'table', type: 'sink', config: { kind: 'csv' } },
  ],
  edges: [
    { source: 'source', target: 'detect' },
    { source: 'detect', target: 'follow' },
    { source: 'follow', target: 'count' },
    { source: 'count', target: 'table' },
  ],
}

/** Writes the tapes of a run of `hours` into a cache in `folder`; the job repeats the measuring. */
export async function tracksOf(hours: number, folder: string): Promise<RunJob> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'hour.mp4')
  writeFileSync(path, 'stands for an hour of video')
  utimesSync(path, 1e9, 1e9)
  const cacheDir = join(folder, 'cache')
  const job: RunJob = {
    runId: 'hour',
    workflowName: 'An hour',
    graph: GRAPH,
    source: { kind: 'video', name: 'hour.mp4', uri: null, path, images: null, sampleFps: null, durationS: null },
    models: { detect: { path: join(folder, 'detector.onnx'), name: 'detector', sha256: 'd1' } },
    outDir: join(folder, 'out'),
    outboxDir: join(folder, 'outbox'),
    cacheDir,
  }
  const frames = Math.round(hours * 3600 * FPS)
  const sha256 = await knownDigest(path, cacheDir)
  const keys = nodeKeys(planOf(GRAPH), job, { sha256, sampleFps: null })
  const store = tapeStore(cacheDir)

  const timeline = store.begin(timelineKey(keys.get('source') as string))
  const times = recordTimeline(timeline.writer)
  const tracks = store.begin(keys.get('follow') as string)
  const detections = recordDetections(tracks.writer)
  for (let i = 0; i < frames; i++) {
    times.put({ ptsS: i / FPS, ...SIZE })
    detections.put(tracksAt(i))
  }
  times.flush()
  const info = { ...SIZE, kind: 'video', codec: 'h264', durationS: frames / FPS, nativeFps: FPS, frameCount: frames }
  timeline.keep({ info: { ...info, hasAudio: false }, warnings: [], skipped: null })
  detections.flush()
  const tally = { framesIn: frames, framesOut: frames, detections: frames * TRACKS, events: 0, busyMs: 0 }
  tracks.keep({ frames, madeAt: new Date().toISOString(), tallies: { detect: tally, follow: tally } })
  return job
}

/** Tracks cross the frame at different heights, every second one from right to left, each with a jitter. */
function tracksAt(frame: number): Detection[] {
  const life = LIFE_S * FPS
  return Array.from({ length: TRACKS }, (_, lane) => {
    const shifted = frame + (lane * life) / TRACKS
    const trackId = 1 + lane + TRACKS * Math.floor(shifted / life)
    const progress = (shifted % life) / life
    const x = (lane % 2 === 0 ? progress : 1 - progress) * (SIZE.width - 80) + 3 * Math.sin(frame * 1.7 + lane)
    const y = 100 + lane * 130 + 20 * Math.sin(frame / 40 + lane)
    const box = { x1: x, y1: y, x2: x + 60, y2: y + 120 }
    const className = lane % 3 === 0 ? 'car' : 'person'
    return { box, score: 0.9, classId: lane % 3, className, modelNodeId: 'detect', id: lane, trackId }
  })
}
