/** Extends the events that a run recorded for its inspector by very many, in the order in which a run writes them. */
import { readFileSync, writeFileSync } from 'node:fs'

const CLASSES = ['car', 'truck', 'bicycle', 'pedestrian']
const TRACKS = 5_000

interface Line {
  record: string
  time_s: number
  frame_index: number
}

/** Paths of the JSON Lines files of a run's inspector. */
export interface Recorded {
  frames: string
  events: string
}

/** Replaces the events by `count` copies of the first one, spread evenly over the frames of the run. */
export function fillWithEvents({ frames, events }: Recorded, count: number): void {
  const [head, ...rest] = linesOf(events)
  const like = rest.map(parsed).find(({ record }) => record === 'event')
  const moments = linesOf(frames)
    .map(parsed)
    .filter(({ record }) => record === 'frame')
  if (!like) throw new Error(`${events} has no event.`)
  if (moments.length === 0) throw new Error(`${frames} has no frame.`)
  const made = Array.from({ length: count }, (_, n) =>
    eventLike(like, n, moments[Math.floor((n * moments.length) / count)] as Line),
  )
  writeFileSync(events, `${[head, ...made].join('\n')}\n`)
}

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

const parsed = (line: string) => JSON.parse(line) as Line

const eventLike = (like: Line, n: number, { time_s, frame_index }: Line): string =>
  JSON.stringify({
    ...like,
    id: `event/${n}`,
    time_s,
    frame_index,
    track_id: 1 + (n % TRACKS),
    class_name: CLASSES[n % CLASSES.length],
    direction: n % 3 === 0 ? 'b_to_a' : 'a_to_b',
  })
