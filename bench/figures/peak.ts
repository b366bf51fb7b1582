import { inRoot, missingFfmpeg, stage } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine, INFERENCE } from '../jobs.ts'
import { fourK, longFullHd } from '../media.ts'
import { writeNanoNet } from '../nano-net.ts'

export const peak: Part = {
  name: 'peak',
  title: 'Most memory of the engine process, with a detector of 8.7 GFLOP',
  missing: missingFfmpeg,
  async measure(): Promise<Figure[]> {
    const nano = writeNanoNet(inRoot('.cache/bench/nano.onnx'))
    const figure = async (title: string, video: string, seconds: number, limit: number): Promise<Figure> => {
      const { frames, peakMb } = await stage('run', { job: countAtALine(video, nano, seconds), worker: INFERENCE })
      return { title, value: peakMb, unit: 'MB', limit, detail: `over ${frames} frames` }
    }
    return [await figure('1080p', await longFullHd(60), 20, 600), await figure('4K', await fourK(), 10, 1100)]
  },
}
