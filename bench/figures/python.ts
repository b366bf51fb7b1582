import { best, type Cost, inRoot, stage, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine, INFERENCE } from '../jobs.ts'
import { DEMO, DETECTOR } from '../media.ts'
import { writeNanoNet } from '../nano-net.ts'
import { missingPython, pythonDemo } from '../peers/python-demo.ts'

const WORKFLOW = inRoot('resources/templates/count-at-a-line.sightline.json')

export const python: Part = {
  name: 'python',
  title: 'The demo workflow against a Python script (OpenCV, ONNX Runtime, trackers, supervision, x264), 720p',
  missing: missingPython,
  async measure() {
    const nano = writeNanoNet(inRoot('.cache/bench/nano.onnx'))
    return [
      ...(await against('bundled detector', DETECTOR, 1 / 2)),
      ...(await against('8.7 GFLOP detector', nano, 1 / 1.3)),
    ]
  },
}

async function against(name: string, model: string, limit: number): Promise<Figure[]> {
  const job = countAtALine(DEMO, model)
  // Alternately, so that a machine that slows down affects both.
  const pairs = await times(2, async () => ({
    ours: await stage('run', { job, worker: INFERENCE }),
    theirs: await pythonDemo(DEMO, model, WORKFLOW),
  }))
  const fastest = (of: 'ours' | 'theirs'): Cost =>
    best(
      pairs.map((p): Cost => p[of]),
      (c) => c.wallS,
    )
  const [ours, theirs] = [fastest('ours'), fastest('theirs')]
  const detail = `${spent(ours)} against ${spent(theirs)}, ${(theirs.wallS / ours.wallS).toFixed(2)} times as fast`
  return [
    { title: `Wall time over the script’s, ${name}`, value: ours.wallS / theirs.wallS, unit: '', limit, detail },
    { title: `CPU time over the script’s, ${name}`, value: ours.cpuS / theirs.cpuS, unit: '', limit: null, detail },
  ]
}

const spent = ({ frames, wallS, cpuS }: Cost): string =>
  `${(frames / wallS).toFixed(0)} frames/s and ${((cpuS / frames) * 1000).toFixed(1)} ms of CPU a frame`
