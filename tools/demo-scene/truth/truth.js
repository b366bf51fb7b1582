import { createLabeller } from './boxes.js'
import { countCrossings } from './crossings.js'
import { projectLines } from './lines.js'

/** @import { World } from '../scene/world.js' */
/** @import { TruthBox, TruthFrame } from './crossings.js' */
/** @typedef {ReturnType<typeof computeTruth>} Truth */

/**
 * Boxes of every frame and the counts that follow from them.
 * @param {World} world
 * @param {{ frameCount: number, width: number, height: number, fps: number, classes: readonly string[] }} options
 */
export function computeTruth(world, { frameCount, width, height, fps, classes }) {
  const label = createLabeller(world, width, height)
  /** @type {TruthFrame[]} */
  const frames = []
  for (let index = 0; index < frameCount; index++) {
    frames.push({ index, time_s: index / fps, boxes: label(world.setFrame(index)) })
  }
  /** @type {Map<number, Pick<TruthBox, 'id' | 'class'>>} */
  const seen = new Map()
  for (const { boxes } of frames) {
    for (const box of boxes) {
      const object = seen.get(box.id) ?? { id: seen.size + 1, class: box.class }
      seen.set(box.id, object)
      box.id = object.id
    }
  }
  const lines = projectLines(world.camera).map((line) => countCrossings(frames, line, width, height, classes))
  return {
    version: 1,
    width,
    height,
    fps,
    frame_count: frameCount,
    classes,
    objects: [...seen.values()],
    frames,
    lines,
  }
}

/**
 * One frame per line keeps the file small and still readable.
 * @param {Truth} truth
 */
export function formatTruth({ frames, ...head }) {
  const text = JSON.stringify({ ...head, frames: [] })
  return text.replace('"frames":[]', `"frames":[\n${frames.map((frame) => JSON.stringify(frame)).join(',\n')}\n]`)
}
