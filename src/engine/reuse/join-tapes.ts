/** Joins the tapes of the parts of a media file to those of the whole, as one machine would have recorded them. */
import type { DeviceUsed } from '../../shared/domain/device.ts'
import type { TallyState } from '../core/tally-state.ts'
import { playDetections, recordDetections } from './detection-tape.ts'
import { areNeighbours } from './part-files.ts'
import type { Tape } from './tape-file.ts'
import { type TapeStore, tapeStore } from './tape-store.ts'
import { readTimeline, recordTimeline, type TimelineEnd } from './timeline.ts'

export interface TapesOfParts {
  /** Folders of the parts, in order. */
  folders: readonly string[]
  /** Keys of the tapes with detections, and of the one with the frames. */
  detections: readonly string[]
  frames: string
}

/** A folder of a part has its tapes in the same layout as a cache. */
export const tapesOfPart = (folder: string): TapeStore => tapeStore(folder)

/** False, and nothing is stored, when the parts don't follow each other without a gap or a tape is damaged. */
export async function joinTapes(store: TapeStore, { folders, detections, frames }: TapesOfParts): Promise<boolean> {
  if (!areNeighbours(folders)) return false
  const joined: boolean[] = []
  for (const key of detections) joined.push(await joinedInto(store, folders, key, joinDetections))
  return joined.every(Boolean) && (await joinedInto(store, folders, frames, joinTimelines))
}

type Join = (tapes: readonly Tape[], into: ReturnType<TapeStore['begin']>) => unknown

/** A tape that is there already is the same. */
async function joinedInto(store: TapeStore, folders: readonly string[], key: string, join: Join): Promise<boolean> {
  if (store.has(key)) return true
  const tapes: Tape[] = []
  const into = store.begin(key)
  try {
    for (const folder of folders) {
      const tape = await tapesOfPart(folder).open(key)
      if (!tape) return false
      tapes.push(tape)
    }
    into.keep(join(tapes, into))
    return true
  } finally {
    into.discard()
    await Promise.all(tapes.map((tape) => tape.close()))
  }
}

/** The end of a detection tape: its time of creation, and the figures of the node and of those upstream. */
export interface TapeEnd {
  frames: number
  /** ISO 8601. */
  madeAt: string
  tallies: Record<string, TallyState>
  /** By node. */
  devices: Record<string, DeviceUsed>
}

const joinDetections: Join = (tapes, { writer }) => {
  const all = recordDetections(writer)
  for (const tape of tapes) for (const found of playDetections(tape.chunks())) all.put(found)
  all.flush()
  const ends = tapes.map(({ end }) => end as TapeEnd)
  const [first] = ends as [TapeEnd]
  const tallies = Object.keys(first.tallies).map((id): [string, TallyState] => [
    id,
    sumOf(ends.map((end) => end.tallies[id] as TallyState)),
  ])
  const frames = ends.reduce((sum, end) => sum + end.frames, 0)
  return { ...first, frames, tallies: Object.fromEntries(tallies) } satisfies TapeEnd
}

const sumOf = ([first, ...others]: readonly TallyState[]): TallyState =>
  others.reduce((sum, other) => {
    const added = Object.keys(sum).map((name) => [
      name,
      sum[name as keyof TallyState] + other[name as keyof TallyState],
    ])
    return Object.fromEntries(added) as TallyState
  }, first as TallyState)

const joinTimelines: Join = (tapes, { writer }) => {
  const all = recordTimeline(writer)
  for (const tape of tapes) for (const frame of readTimeline(tape).ready?.() ?? []) all.put(frame)
  all.flush()
  // The last part has read the end of the media.
  const [last] = tapes.slice(-1) as [Tape]
  return { ...(tapes[0]?.end as TimelineEnd), warnings: (last.end as TimelineEnd).warnings }
}
