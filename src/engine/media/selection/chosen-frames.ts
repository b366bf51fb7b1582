/** Chooses frames of a video by a selection. */
import type { DifferingSelection, FrameSelection, SceneSelection } from '../../../shared/domain/frame-selection.ts'
import type { Frame } from '../frame.ts'
import type { OpenOptions } from '../open-media.ts'
import { meanChange, type SmallCopy, smallCopy, strongestChange } from './frame-difference.ts'
import { createSceneStarts, NEIGHBOURS } from './scene-starts.ts'

/** Times of results are rounded. */
const ROUNDING_S = 0.0005
/** Longer than any frame is shown before the next one of a moment. */
const BEYOND_S = 1

/** The frames to read for a selection. */
export function readingOf(selection: FrameSelection): OpenOptions {
  if (selection.by === 'moments') return { durationS: Math.max(...selection.times_s) + BEYOND_S }
  return { sampleFps: selection.by === 'rate' || selection.by === 'differing' ? selection.fps : null }
}

/** Number of frames that a selection chooses of those read; null when only the images tell. */
export function chosenOf(selection: FrameSelection, read: number | null): number | null {
  if (selection.by === 'moments') return selection.times_s.length
  if (read === null || selection.by === 'scene_changes' || selection.by === 'differing') return null
  return selection.by === 'every_nth' ? Math.ceil(read / selection.n) : read
}

/** Yields the chosen frames, which the consumer closes, and closes all others. */
export function chosenFrames(frames: AsyncIterable<Frame>, selection: FrameSelection): AsyncIterable<Frame> {
  switch (selection.by) {
    case 'rate':
      return frames
    case 'every_nth':
      return everyNth(frames, selection.n)
    case 'differing':
      return differing(frames, selection)
    case 'scene_changes':
      return sceneStarts(frames, selection)
    case 'moments':
      return atMoments(frames, selection.times_s)
  }
}

async function* everyNth(frames: AsyncIterable<Frame>, n: number): AsyncGenerator<Frame> {
  let i = 0
  for await (const frame of frames) {
    if (i++ % n === 0) yield frame
    else frame.close()
  }
}

async function* differing(frames: AsyncIterable<Frame>, { min_difference }: DifferingSelection): AsyncGenerator<Frame> {
  let last: SmallCopy | null = null
  for await (const frame of frames) {
    const copy = smallCopy(frame)
    if (last === null || strongestChange(last, copy) >= min_difference) {
      last = copy
      yield frame
    } else frame.close()
  }
}

interface Waiting {
  frame: Frame
  timeS: number
  change: number | null
}

/** A frame waits for its next two neighbours; few enough are open at a time for every reader. */
async function* sceneStarts(frames: AsyncIterable<Frame>, selection: SceneSelection): AsyncGenerator<Frame> {
  const starts = createSceneStarts(selection)
  const waiting: Waiting[] = []
  let before: number[] = []
  let last: SmallCopy | null = null
  const decide = (one: Waiting): boolean => {
    const after = waiting.slice(0, NEIGHBOURS).flatMap(({ change }) => change ?? [])
    const isStart = starts.isStart({ ...one, around: [...before, ...after] })
    if (one.change !== null) before = [...before, one.change].slice(-NEIGHBOURS)
    if (!isStart) one.frame.close()
    return isStart
  }
  try {
    for await (const frame of frames) {
      const copy = smallCopy(frame)
      waiting.push({ frame, timeS: frame.ptsS, change: last && meanChange(last, copy) })
      last = copy
      const next = waiting.length > NEIGHBOURS ? waiting.shift() : undefined
      if (next && decide(next)) yield next.frame
    }
    for (let next = waiting.shift(); next; next = waiting.shift()) if (decide(next)) yield next.frame
  } finally {
    for (const { frame } of waiting) frame.close()
  }
}

async function* atMoments(frames: AsyncIterable<Frame>, timesS: readonly number[]): AsyncGenerator<Frame> {
  const left = [...timesS].sort((a, b) => a - b)
  let shown: Frame | null = null
  /** True when a moment lies before the given time; drops all such moments. */
  const wanted = (untilS: number): boolean => {
    const before = left.findIndex((timeS) => timeS + ROUNDING_S >= untilS)
    return left.splice(0, before < 0 ? left.length : before).length > 0
  }
  try {
    for await (const frame of frames) {
      const one: Frame | null = shown
      shown = frame
      if (one && wanted(frame.ptsS)) yield one
      else one?.close()
      if (left.length === 0) return
    }
    const end = shown
    shown = null
    if (end && left.length > 0) yield end
    else end?.close()
  } finally {
    shown?.close()
  }
}
