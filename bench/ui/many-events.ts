/** Extends a run's JSON Lines result by very many events, in the order in which a run writes them. */
import { readFileSync, writeFileSync } from 'node:fs'

const CLASSES = ['car', 'truck', 'bicycle', 'pedestrian']
const TRACKS = 5_000

interface Line {
  record: string
  time_s: number
  frame_index: number
}

/** Inserts `count` copies of the file's first event between its frames, spread evenly over their times. */
export function fillWithEvents(path: string, count: number): void {
  const [head = '', ...rest] = readFileSync(path, 'utf8').split('\n')
  const lines = rest.filter((line) => line !== '')
  const records = lines.map((line) => JSON.parse(line) as Line)
  const like = records.find((record) => record.record === 'event')
  if (!like) throw new Error(`${path} has no event`)
  const frames = records.flatMap(({ record, ...moment }, i) => (record === 'frame' ? { ...moment, at: i } : []))
  const out = [head]
  let made = 0
  for (const [n, { time_s, frame_index, at }] of frames.entries()) {
    out.push(lines[at] as string)
    for (; made < ((n + 1) * count) / frames.length; made++) out.push(eventLike(like, made, time_s, frame_index))
  }
  writeFileSync(path, `${out.join('\n')}\n`)
}

const eventLike = (like: Line, n: number, time_s: number, frame_index: number): string =>
  JSON.stringify({
    ...like,
    ...{ id: `event/${n}`, time_s, frame_index, track_id: 1 + (n % TRACKS), class_name: CLASSES[n % CLASSES.length] },
    direction: n % 3 === 0 ? 'b_to_a' : 'a_to_b',
  })
