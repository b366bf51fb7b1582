/** Marks at places of the demo video, from the file of the renderer that drew it: what a person would mark, frame by frame. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tests/e2e/host.ts'

interface Scene {
  width: number
  height: number
  frame_count: number
  fps: number
  lines: { name: string; crossings: { class: string; direction: string; time_s: number }[]; points: Point[] }[]
  frames: { time_s: number; boxes: { id: number; class: string; xyxy: [number, number, number, number] }[] }[]
}
type Point = readonly [x: number, y: number]

const scene: Scene = JSON.parse(readFileSync(join(root, 'resources/demo/street-crossing.truth.json'), 'utf8'))

const ZONE = {
  kind: 'zone',
  name: 'On the crossing',
  points: [
    [0.37, 0.583],
    [0.62, 0.556],
    [0.655, 0.611],
    [0.372, 0.65],
  ] satisfies Point[],
  classes: ['pedestrian'],
}

/** Lines and zones of a measure block. */
export const PLACES = [...scene.lines.map(({ name, points }) => ({ kind: 'line', name, points })), ZONE]

/** A file of marks, as the lab imports it. */
export function marksOfScene(): string {
  const endS = scene.frame_count / scene.fps
  const rows = PLACES.map(({ kind, name }) => [name, kind, 'watched', 0, endS, ''])
  for (const { name, crossings } of scene.lines)
    for (const c of crossings) rows.push([name, 'line', c.direction, c.time_s, '', c.class])
  for (const e of entriesAndExits()) rows.push([ZONE.name, ZONE.kind, e.record, e.timeS, '', e.className])
  return ['place,place_kind,record,time_s,until_s,class_name', ...rows.map((row) => row.join())].join('\n')
}

/** Where the feet of a pedestrian change sides of the zone's border. */
function entriesAndExits() {
  const inside = new Map<number, boolean>()
  const found: { record: 'entry' | 'exit'; timeS: number; className: string }[] = []
  for (const { time_s: timeS, boxes } of scene.frames)
    for (const { id, class: className, xyxy } of boxes.filter((b) => ZONE.classes.includes(b.class))) {
      const [x1, , x2, y2] = xyxy
      const now = isInside((x1 + x2) / 2 / scene.width, y2 / scene.height)
      if (now !== (inside.get(id) ?? now)) found.push({ record: now ? 'entry' : 'exit', timeS, className })
      inside.set(id, now)
    }
  return found
}

/** By the even-odd rule. */
function isInside(x: number, y: number): boolean {
  return ZONE.points.reduce((odd, [x1, y1], i) => {
    const [x2, y2] = ZONE.points.at(i - 1) as Point
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !odd : odd
  }, false)
}
