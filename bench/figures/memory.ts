import { inRoot, stage } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine, INFERENCE } from '../jobs.ts'
import { DETECTOR, fourK, longFullHd } from '../media.ts'
import { writeNanoNet } from '../nano-net.ts'

export const memory: Part = {
  name: 'memory',
  title: 'Memory of the engine process',
  async measure(): Promise<Figure[]> {
    const nano = writeNanoNet(inRoot('.cache/bench/nano.onnx'))
    const peakOf = async (film: string, model: string, seconds: number | null = null) =>
      stage('run', { job: countAtALine(film, model, seconds), worker: INFERENCE })
    const oneMinute = await peakOf(await longFullHd(60), DETECTOR)
    const tenMinutes = await peakOf(await longFullHd(600), DETECTOR)
    const fullHd = await peakOf(await longFullHd(60), nano, 20)
    const large = await peakOf(await fourK(), nano, 10)
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
      {
        title: 'Peak with an 8.7 GFLOP detector, 1080p',
        value: fullHd.peakMb,
        unit: 'MB',
        limit: 600,
        detail: of(fullHd),
      },
      { title: 'Peak with an 8.7 GFLOP detector, 4K', value: large.peakMb, unit: 'MB', limit: 1100, detail: of(large) },
    ]
  },
}
