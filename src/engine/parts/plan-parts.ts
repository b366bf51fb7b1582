/** Cuts the video of a run into parts. */
import { CPU } from '../../shared/domain/device.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import type { PartLengths, PartPlan, PartStart, RunPart } from '../../shared/engine-contract/parts.ts'
import { keyFrameEvery, sampledFps } from '../media/expected-frames.ts'
import { type FrameTimes, readFrameTimes } from '../media/frame-times.ts'
import { LEAD_IN_S } from '../media/reader-position.ts'
import { FramePicker } from '../media/stream-clock.ts'
import { detectedInParts, drawnInParts, planOf } from '../nodes/plan.ts'
import { fileDigest, valueDigest } from '../output/digest.ts'
import { knownDigest } from '../reuse/digest-memo.ts'
import { nodeKeys } from '../reuse/node-keys.ts'

const FEWEST = 2
/** Share of its length by which a part may be longer or shorter. */
const ROOM = 0.1

/**
 * Null for a run that one machine executes: of images, of a short video, of one that can't be read from any frame on, without
 * a model whose detections depend on the frame alone, with a model on another device than the CPU, or a resumed one.
 * @throws MediaError as `readFrameTimes`
 */
export async function planParts(job: RunJob, lengths: PartLengths, onActivity: () => void): Promise<PartPlan | null> {
  const { source, models, resume, cacheDir } = job
  if (source.images || resume) return null
  const plan = planOf(job.graph)
  const detected = [...detectedInParts(plan)]
  const isOnCpu = (id: string) => models[id] !== undefined && (models[id].device ?? CPU) === CPU
  if (detected.length === 0 || !detected.every(isOnCpu)) return null
  const sampleFps = source.sampleFps ?? plan.source.config.sample_fps ?? null
  const times = await readFrameTimes(source.path, onActivity)
  const frames = times && pickedFrames(times, sampleFps, source.durationS)
  if (!frames) return null
  const every = keyFrameEvery(sampledFps(times.info, sampleFps))
  const cutInto = (count: number) => cutsOf(frames, times, count, every)
  const cuts = cutInto(detectedParts(frames.at(-1)?.timeS ?? 0, lengths))
  if (cuts.length + 1 < FEWEST) return null
  const digest = cacheDir ? knownDigest(source.path, cacheDir, onActivity) : fileDigest(source.path, onActivity)
  const sha256 = await digest
  const keys = nodeKeys(plan, job, { sha256, sampleFps })
  const content = detected.map((id) => keys.get(id))
  const partsAt = (all: readonly number[]) =>
    [0, ...all].map((first, i): RunPart => {
      const end = all[i] ?? null
      const start = first === 0 ? null : startOf(frames, first, times)
      return { first, end, start, key: valueDigest({ content, first, end, start }) }
    })
  const drawn = drawnInParts(plan) ? partsAt(cutInto(drawnParts(cuts.length + 1, lengths))) : []
  return { sha256, frames: frames.length, detected: partsAt(cuts), drawn }
}

interface PickedFrame {
  /** The frame's number among all frames of the media, from 0. */
  picture: number
  pts: bigint
  timeS: number
  nextTick: number
}

/** The frames that a run reads; null when their times don't rise. */
function pickedFrames(
  { pts, timeOf }: FrameTimes,
  sampleFps: number | null,
  durationS: number | null,
): PickedFrame[] | null {
  const picker = new FramePicker(sampleFps)
  const picked: PickedFrame[] = []
  let lastS = Number.NEGATIVE_INFINITY
  for (const [picture, at] of pts.entries()) {
    const timeS = timeOf(at)
    if (timeS <= lastS) return null
    lastS = timeS
    if (timeS >= (durationS ?? Number.POSITIVE_INFINITY)) break
    if (picker.picks(timeS)) picked.push({ picture, pts: at, timeS, nextTick: picker.nextTick })
  }
  return picked
}

/**
 * Numbers of the first frames of all parts but the first: parts of about equal length, which begin with a key frame of the
 * run's videos, and soon after the key frame of the media from which they are decoded.
 */
function cutsOf(
  frames: readonly PickedFrame[],
  { keys, timeOf }: FrameTimes,
  count: number,
  keyFrameEvery: number,
): number[] {
  const lengthS = frames.at(-1)?.timeS ?? 0
  const keyTimes = keys.map(timeOf)
  const cuts = new Set<number>()
  let at = 0
  let key = 0
  for (let part = 1; part < count; part++) {
    const wantedS = (lengthS * part) / count
    while (at < frames.length && (frames[at] as PickedFrame).timeS < wantedS) at++
    const middle = Math.round(at / keyFrameEvery) * keyFrameEvery
    const around = Math.floor((ROOM * frames.length) / count / keyFrameEvery)
    let best = { cut: 0, decodedS: Number.POSITIVE_INFINITY }
    for (let step = -around; step <= around; step++) {
      const cut = middle + step * keyFrameEvery
      const first = frames[cut]
      if (cut <= 0 || !first) continue
      while (key + 1 < keyTimes.length && (keyTimes[key + 1] as number) <= first.timeS - LEAD_IN_S) key++
      while (key > 0 && (keyTimes[key] as number) > first.timeS - LEAD_IN_S) key--
      const decodedS = first.timeS - (keyTimes[key] ?? 0)
      if (decodedS < best.decodedS) best = { cut, decodedS }
    }
    if (best.cut > 0) cuts.add(best.cut)
  }
  return [...cuts].sort((a, b) => a - b)
}

/** Independent of the slots while there are enough of them, so that a later run has the same parts. */
const detectedParts = (lengthS: number, { leastS, atOnce, rounds }: PartLengths): number =>
  Math.min(atOnce * rounds, Math.floor(lengthS / leastS))

/** About half as many, since each part follows all frames before it; a multiple of the slots, which so end together. */
function drawnParts(detected: number, { atOnce }: PartLengths): number {
  const half = Math.floor(detected / 2)
  return Math.min(detected, Math.max(atOnce, half - (half % atOnce)))
}

function startOf(frames: readonly PickedFrame[], first: number, { startS }: FrameTimes): PartStart {
  const { picture, pts, timeS, nextTick } = frames[first - 1] as PickedFrame
  return { pictures: picture + 1, pts: String(pts), startS, lastS: timeS, nextTick }
}
