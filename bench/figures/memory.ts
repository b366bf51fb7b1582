import { missingFfmpeg, stage } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine, INFERENCE } from '../jobs.ts'
import { DETECTOR, longFullHd } from '../media.ts'

export const memory: Part = {
  name: 'memory',
  title: 'Memory of the engine process over ten minutes',
  missing: missingFfmpeg,
  async measure(): Promise<Figure[]> {
    const run = async (video: string) => stage('run', { job: countAtALine(video, DETECTOR), worker: INFERENCE })
    const oneMinute = await run(await longFullHd(60))
    const tenMinutes = await run(await longFullHd(600))
    const early = Math.max(...tenMinutes.memory.filter(([frames]) => frames <= 500).map(([, mb]) => mb))
    const late = Math.max(...tenMinutes.memory.filter(([frames]) => frames > 500).map(([, mb]) => mb))
    const of = ({ frames, peakMb }: { frames: number; peakMb: number }) =>
      `${peakMb.toFixed(0)} MB over ${frames} frames`
    return [
      {
        title: 'Peak of a 10-minute run over that of a 1-minute run, 1080p',
        value: tenMinutes.peakMb / oneMinute.peakMb,
        unit: '',
        limit: 1.1,
        detail: `${of(tenMinutes)} against ${of(oneMinute)}`,
      },
      {
        title: 'Most after frame 500 over most before, 10 minutes',
        value: late / early,
        unit: '',
        limit: 1.1,
        detail: `${late.toFixed(0)} MB against ${early.toFixed(0)} MB`,
      },
    ]
  },
}
