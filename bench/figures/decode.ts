import { best, ffmpeg, missingFfmpeg, stage, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { fullHd } from '../media.ts'

export const decode: Part = {
  name: 'decode',
  title: 'Decoding, 1080p',
  missing: missingFfmpeg,
  async measure(): Promise<Figure[]> {
    const video = await fullHd()
    const ours = best(await times(5, () => stage('decode', { video })), (c) => c.wallS)
    const theirs = best(await times(5, () => ffmpeg('-i', video, '-f', 'null', '-')), (c) => c.wallS)
    const speed = (c: { frames: number; wallS: number }) => `${(c.frames / c.wallS).toFixed(0)} frames/s`
    return [
      {
        title: 'Wall time over `ffmpeg -f null`',
        value: ours.wallS / theirs.wallS,
        unit: '',
        limit: 1.1,
        detail: `${speed(ours)} against ${speed(theirs)}`,
      },
    ]
  },
}
