import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { best, type Cost, ffmpeg, missingFfmpeg, stage, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine, INFERENCE } from '../jobs.ts'
import { withKnownDetections } from '../known-detections.ts'
import { DETECTOR, longFullHd } from '../media.ts'
import { drawingFilters } from '../peers/ffmpeg-drawing.ts'

const OBJECTS = 20
const SECONDS = 60
const FPS = 25

export const transcode: Part = {
  name: 'transcode',
  title: 'A run with detections that are known (20 boxes a frame) against ffmpeg’s own transcode, 1080p',
  missing: missingFfmpeg,
  async measure(): Promise<Figure[]> {
    const video = await longFullHd(SECONDS)
    const folder = mkdtempSync(join(tmpdir(), 'sightline-transcode-'))
    try {
      const figures: Figure[] = []
      const settings = [
        { preset: 'veryfast', quality: 'balanced', limit: 1.1 },
        { preset: 'ultrafast', quality: 'draft', limit: 1.2 },
      ] as const
      for (const { preset, quality, limit } of settings) {
        const { frames } = await stage('decode', { video })
        const job = countAtALine(video, DETECTOR)
        const drawn = { ...job, graph: videoOnly(job.graph, quality) }
        const cacheDir = join(folder, preset)
        const known = await withKnownDetections(drawn, { detector: 'detect', frames, objects: OBJECTS, cacheDir })
        const made = join(folder, 'annotated.mp4')
        const run = () => stage('run', { job: known, worker: INFERENCE, video: made })
        const encoder = [
          '-c:v',
          'libx264',
          '-preset',
          preset,
          '-crf',
          '23',
          '-profile:v',
          'high',
          '-g',
          String(10 * FPS),
        ]
        const keys = [
          '-force_key_frames',
          'expr:gte(t,n_forced)',
          '-forced-idr',
          '1',
          '-x264-params',
          'sync-lookahead=0',
        ]
        const threads = ['-threads', String(availableParallelism())]
        const into = join(folder, 'transcoded.mp4')
        const peer = (of: string, filters: readonly string[] = []) =>
          ffmpeg('-i', of, ...filters, ...encoder, ...keys, ...threads, '-pix_fmt', 'yuv420p', '-an', into)
        const filters = drawingFilters(folder, { frames, objects: OBJECTS })
        // Alternately, so that a machine that slows down affects both.
        const pairs = await times(2, async () => ({
          ours: await run(),
          theirs: await peer(video),
          drawn: await peer(made),
          drawing: await peer(video, filters),
        }))
        const ours = best(
          pairs.map((p) => p.ours),
          (c) => c.wallS,
        )
        const theirs = best(
          pairs.map((p) => p.theirs),
          (c) => c.wallS,
        )
        const drawnOn = best(
          pairs.map((p) => p.drawn),
          (c) => c.wallS,
        )
        const drawing = best(
          pairs.map((p) => p.drawing),
          (c) => c.wallS,
        )
        const detail = `${spent(ours)} against ${spent(theirs)}; boxes and trails are work for the encoder too, which the peer does not have`
        const alike = `${spent(ours)} against ${spent(drawing)}; the peer draws boxes and labels, no trails, and counts nothing`
        const same = `${spent(ours)} against ${spent(drawnOn)}`
        figures.push(
          { title: `Wall time, x264 ${preset}`, value: ours.wallS / theirs.wallS, unit: '', limit, detail },
          { title: `CPU time, x264 ${preset}`, value: ours.cpuS / theirs.cpuS, unit: '', limit: 1.2, detail },
          {
            title: `CPU time over that of a transcode of the annotated video, x264 ${preset}`,
            value: ours.cpuS / drawnOn.cpuS,
            unit: '',
            limit: 1.2,
            detail: same,
          },
          {
            title: `Wall time over ffmpeg with drawbox and drawtext, x264 ${preset}`,
            value: ours.wallS / drawing.wallS,
            unit: '',
            limit: null,
            detail: alike,
          },
          {
            title: `CPU time over ffmpeg with drawbox and drawtext, x264 ${preset}`,
            value: ours.cpuS / drawing.cpuS,
            unit: '',
            limit: null,
            detail: alike,
          },
        )
      }
      return figures
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Without tables, since the reference command writes none. */
function videoOnly(graph: ReturnType<typeof countAtALine>['graph'], quality: string) {
  const left = graph.nodes.filter((n) => n.type !== 'sink' || n.config.kind === 'annotated_video')
  const ids = new Set(left.map((n) => n.id))
  const nodes = left.map((n) => (n.type === 'sink' ? { ...n, config: { ...n.config, quality } } : n))
  return { ...graph, nodes, edges: graph.edges.filter((e) => ids.has(e.source) && ids.has(e.target)) }
}

const spent = ({ frames, wallS, cpuS }: Cost): string =>
  `${(frames / wallS).toFixed(0)} frames/s and ${((cpuS / frames) * 1000).toFixed(1)} ms of CPU a frame`
