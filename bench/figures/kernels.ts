import { missingFfmpeg, stage } from '../child.ts'
import type { Spread } from '../clock.ts'
import type { Figure, Part } from '../figure.ts'
import { fullHd } from '../media.ts'

const figure = (title: string, { min, p50, max }: Spread, limit: number): Figure => ({
  title,
  value: p50,
  unit: 'ms',
  limit,
  detail: `median; fastest ${min.toFixed(2)} ms, slowest ${max.toFixed(2)} ms`,
})

export const kernels: Part = {
  name: 'kernels',
  title: 'Work on one frame, on one core',
  missing: missingFfmpeg,
  async measure() {
    const video = await fullHd()
    const crowded = await stage('nms', { candidates: 8400, crowded: true })
    return [
      figure('ByteTrack, 100 objects', await stage('track', { objects: 100 }), 0.25),
      figure(
        'Scores of 80 classes x 8,400 boxes and NMS, 300 candidates',
        await stage('nms', { candidates: 300, crowded: false }),
        2.5,
      ),
      { ...figure('The same, every box a candidate', crowded, 20), value: crowded.max, detail: 'the slowest of 100' },
      figure('Drawing 20 boxes with labels and trails, 1080p', await stage('draw', { video, objects: 20 }), 1.5),
      figure('20 lines and zones, 100 tracks', await stage('measure', { tracks: 100, geometries: 20 }), 0.2),
      figure('Resize, letterbox, layout and value range, 1080p to 640', await stage('letterbox', { video }), 2),
    ]
  },
}
