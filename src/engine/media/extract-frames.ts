/** Chooses frames of a video by a selection, and writes them as JPEG files. */

import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DifferingSelection, FrameSelection, SceneSelection } from '../../shared/domain/frame-selection.ts'
import type { ExtractedFrame, Extraction, ExtractRequest } from '../../shared/engine-contract/job.ts'
import { englishOf } from '../../shared/messages/message.ts'
import { displayNamed, outputFailure } from '../core/run-failure.ts'
import { expectedFrames } from './expected-frames.ts'
import type { Frame } from './frame.ts'
import { encodeJpeg } from './jpeg-writer.ts'
import * as say from './media-messages.ts'
import { type OpenOptions, openMedia } from './open-media.ts'

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

/** Size of the copies; a cell is four by four of their pixels. */
const WIDTH = 64
const HEIGHT = 36
const CELL = 4
const CELLS = (WIDTH / CELL) * (HEIGHT / CELL)
/** Share of the cells that count, those that changed most: a small object that moves is no small change. */
const COUNTED = Math.round(CELLS / 10)

/** Planar RGB of 0 to 1, shape [3, 36, 64], stretched. */
type SmallCopy = Float32Array

/** How much two frames differ, by small copies of them. */
function smallCopy(frame: Frame): SmallCopy {
  const copy = new Float32Array(3 * WIDTH * HEIGHT)
  frame.letterbox(copy, { width: WIDTH, height: HEIGHT, fit: 'stretch' })
  return copy
}

/** Mean absolute difference of all values, 0 to 1. */
function meanChange(a: SmallCopy, b: SmallCopy): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number))
  return sum / a.length
}

/** Mean absolute difference of the tenth of the image that changed most, 0 to 1. */
function strongestChange(a: SmallCopy, b: SmallCopy): number {
  const cells = new Float64Array(CELLS)
  for (let i = 0; i < a.length; i++) {
    const pixel = i % (WIDTH * HEIGHT)
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)]
    const cell = Math.floor(y / CELL) * (WIDTH / CELL) + Math.floor(x / CELL)
    cells[cell] = (cells[cell] as number) + Math.abs((a[i] as number) - (b[i] as number))
  }
  let sum = 0
  for (const change of cells.sort().subarray(CELLS - COUNTED)) sum += change
  return sum / (COUNTED * 3 * CELL * CELL)
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

/** Neighbours on each side. */
const NEIGHBOURS = 2
/** A cut changes this many times as much as its neighbours; PySceneDetect's own value. */
const RATIO = 3
/** Added to the neighbours' mean, since frames of a still scene may be equal. */
const FLOOR = 1e-5

/**
 * Cuts between scenes, as PySceneDetect's AdaptiveDetector finds them: a frame starts a scene when it changed much more
 * from the one before than its neighbours did. A camera that pans or shakes changes all of them alike.
 */
interface SceneStarts {
  /**
   * `change`: mean change of the frame from the one before. `around`: those of up to two neighbours on each side; none
   * for the first frame of the video, which starts a scene.
   */
  isStart(frame: { timeS: number; change: number | null; around: readonly number[] }): boolean
}

function createSceneStarts({ min_change, min_scene_s }: Omit<SceneSelection, 'by'>): SceneStarts {
  let lastS = Number.NEGATIVE_INFINITY
  return {
    isStart({ timeS, change, around }) {
      const mean = around.length === 0 ? 0 : around.reduce((sum, one) => sum + one, 0) / around.length
      const isCut = change === null || (change >= min_change && change / (mean + FLOOR) >= RATIO)
      if (!isCut || timeS - lastS < min_scene_s) return false
      lastS = timeS
      return true
    },
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

/**
 * Files are named `frame-000000.jpg` and so on. `onFrame` receives the number of files written, and the total as far as
 * the media and the selection state it.
 * @throws MediaError as `openMedia`, and source_unreadable for an image; RunFailure output_unwritable, disk_full
 */
export async function extractFrames(
  { path, name: ownName, outDir, selection, deinterlace = 'off' }: ExtractRequest,
  onFrame: (done: number, total: number | null) => void,
): Promise<Extraction> {
  const reading = readingOf(selection)
  const reader = await openMedia(path, { ...reading, deinterlace })
  try {
    if (reader.info.kind !== 'video') throw say.notAVideo(path)
    const total = chosenOf(selection, expectedFrames(reader.info, reading.sampleFps ?? null, null))
    const frames: ExtractedFrame[] = []
    for await (const frame of chosenFrames(reader.frames(), selection)) {
      try {
        const { width, height } = frame
        const name = `frame-${String(frames.length).padStart(6, '0')}.jpg`
        await write(join(outDir, name), await encodeJpeg(frame.image, { x1: 0, y1: 0, x2: width, y2: height }))
        frames.push({ name, width, height, time_s: frame.ptsS })
      } finally {
        frame.close()
      }
      onFrame(frames.length, total)
    }
    return { frames, warnings: reader.warnings.map((warning) => englishOf(displayNamed(warning, path, ownName))) }
  } finally {
    await reader.close()
  }
}

async function write(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes)
  } catch (error) {
    throw outputFailure(error, basename(path)) ?? error
  }
}
