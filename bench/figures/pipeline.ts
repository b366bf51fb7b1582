import { availableParallelism } from 'node:os'
import { best, type Cost, inRoot, missingFfmpeg, stage, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine, INFERENCE } from '../jobs.ts'
import { DETECTOR, longFullHd } from '../media.ts'
import { writeNanoNet } from '../nano-net.ts'

/** Approximate number of objects in the street scene. */
const OBJECTS = 8

export const pipeline: Part = {
  name: 'pipeline',
  title: 'Decode, detect, track, measure, draw and encode, 1080p',
  missing: missingFfmpeg,
  async measure() {
    const nano = writeNanoNet(inRoot('.cache/bench/nano.onnx'))
    return [...(await against('bundled detector', DETECTOR, null)), ...(await against('8.7 GFLOP detector', nano, 20))]
  },
}

async function against(name: string, model: string, seconds: number | null): Promise<Figure[]> {
  // Long enough that the start of the models is negligible.
  const video = await longFullHd(60)
  const job = countAtALine(video, model, seconds)
  const whole = best(await times(2, () => stage('run', { job, worker: INFERENCE })), (c) => c.wallS)
  const { frames } = whole
  const detectFrames = Math.min(frames, 300)
  const perFrame = async (work: Promise<Cost>) => {
    const { wallS, cpuS, frames: n } = await work
    return { wall: wallS / n, cpu: cpuS / n }
  }
  const micro = ({ p50 }: { p50: number }) => ({ wall: p50 / 1000, cpu: p50 / 1000 })
  const stages = {
    decode: await perFrame(stage('decode', { video })),
    detect: await perFrame(stage('detect', { video, model, worker: INFERENCE, count: detectFrames })),
    track: micro(await stage('track', { objects: OBJECTS })),
    measure: micro(await stage('measure', { tracks: OBJECTS, geometries: 2 })),
    draw: micro(await stage('draw', { video, objects: OBJECTS })),
    encode: await perFrame(stage('encode', { video, into: inRoot('.cache/bench/encoded.mp4'), quality: 'balanced' })),
  }
  const slowest = Math.max(...Object.values(stages).map((s) => s.wall))
  const cpu = Object.values(stages).reduce((sum, s) => sum + s.cpu, 0)
  const cores = availableParallelism()
  const bound = Math.max(slowest, cpu / cores)
  const wall = whole.wallS / frames
  const parts = Object.entries(stages).map(([n, s]) => `${n} ${ms(s.wall)} (${ms(s.cpu)} CPU)`)
  const detail = `${ms(wall)} a frame, ${(1 / wall).toFixed(1)} frames/s, ${ms(whole.cpuS / frames)} CPU; alone: ${parts.join(', ')}`
  return [
    { title: `Wall time over the slowest stage alone, ${name}`, value: wall / slowest, unit: '', limit: null, detail },
    {
      title: `Wall time over the best that the cores allow, ${name}`,
      value: wall / bound,
      unit: '',
      limit: 1.15,
      detail: `the best is ${ms(bound)} a frame: the CPU time of all stages, each alone, over ${cores} cores`,
    },
    {
      title: `The same with the CPU time that the run took, ${name}`,
      value: wall / Math.max(slowest, whole.cpuS / frames / cores),
      unit: '',
      limit: 1.15,
      detail: 'what is left over 1 is time in which a core had nothing to do',
    },
  ]
}

const ms = (s: number): string => `${(s * 1000).toFixed(1)} ms`
