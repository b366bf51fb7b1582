import { best, ffmpeg, missingFfmpeg, stage, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { fullHd, hlg, tenBitSdr } from '../media.ts'

/** HDR is mapped to SDR; SDR of 10 bits is only converted to 8. */
async function hdrOverSdr(): Promise<Figure> {
  const cost = async (video: string) => best(await times(5, () => stage('decode', { video })), (c) => c.cpuS)
  const hdr = await cost(await hlg())
  const sdr = await cost(await tenBitSdr())
  const perFrame = (c: { frames: number; cpuS: number }) => `${((1000 * c.cpuS) / c.frames).toFixed(1)} ms`
  return {
    title: 'CPU time of HDR over SDR of 10 bits',
    value: hdr.cpuS / sdr.cpuS,
    unit: '',
    limit: 2,
    detail: `${perFrame(hdr)} against ${perFrame(sdr)} a frame`,
  }
}

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
      await hdrOverSdr(),
    ]
  },
}
