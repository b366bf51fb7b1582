/**
 * The peer that draws: the ffmpeg command with `drawbox`, whose positions a script of commands sets in every frame, and
 * `drawtext`, whose positions are expressions: ffmpeg 5 takes no commands for them without loading the font again.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { courseOf, detectionsAt, FPS } from '../stages/scene.ts'

const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')
const COLORS = ['0xFF5A5F', '0x2F9BFF', '0x35C46A', '0xF5B83D']

/**
 * Writes the filter graph and its commands into `folder`; returns the arguments of ffmpeg. Boxes and labels are those of
 * the known detections; ffmpeg has no trails.
 */
export function drawingFilters(folder: string, { frames, objects }: { frames: number; objects: number }): string[] {
  const commands = join(folder, 'boxes.cmd')
  const graph = join(folder, 'boxes.filter')
  writeFileSync(commands, Array.from({ length: frames }, (_, i) => commandsOf(i, objects)).join('\n'))
  const filters = detectionsAt(0, objects).flatMap(({ className }, k) => {
    const color = COLORS[k % COLORS.length]
    const style = `fontfile=${FONT}:fontsize=14:fontcolor=white:box=1:boxborderw=4:boxcolor=${color}@0.94`
    return [`drawbox@b${k}=t=3:color=${color}`, `drawtext=${style}:text=${className} ${k + 1}:${labelPlace(k)}`]
  })
  writeFileSync(graph, [`sendcmd=f=${commands}`, ...filters].join(',\n'))
  return ['-filter_script:v', graph]
}

/** Above the box: the course of the object as an expression of the frame's number. */
function labelPlace(k: number): string {
  const { w, y, start, speed, span } = courseOf(k)
  const wobble = `sin(n*1.7+${k}*2.3)`
  return `x='mod(mod(${start}+n*${speed},${span})+${span},${span})-${w}+${wobble}':y='max(4,${y - 20}-${wobble})'`
}

/** In effect from half a frame before, so that rounding does not matter. */
function commandsOf(i: number, objects: number): string {
  const places = detectionsAt(i, objects).flatMap(({ box }, k) => {
    const [x, y] = [Math.round(box.x1), Math.round(box.y1)]
    const [w, h] = [Math.round(box.x2 - box.x1), Math.round(box.y2 - box.y1)]
    return Object.entries({ x, y, w, h }).map(([option, value]) => `drawbox@b${k} ${option} ${value}`)
  })
  return `${Math.max(0, (i - 0.5) / FPS).toFixed(3)} ${places.join(', ')};`
}
