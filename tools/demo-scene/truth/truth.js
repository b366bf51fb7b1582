import { createLabeller } from './boxes.js'
import { countCrossings } from './crossings.js'
import { projectLines } from './lines.js'

/** Boxes of every frame and the counts that follow from them. */
export function computeTruth(world, { frameCount, width, height, fps, classes }) {
  const label = createLabeller(world, width, height)
  const frames = []
  for (let index = 0; index < frameCount; index++) {
    frames.push({ index, time_s: index / fps, boxes: label(world.setFrame(index)) })
  }
  const seen = new Map()
  for (const { boxes } of frames) {
    for (const box of boxes) {
      if (!seen.has(box.id)) seen.set(box.id, { id: seen.size + 1, class: box.class })
      box.id = seen.get(box.id).id
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

/** One frame per line keeps the file small and still readable. */
export function formatTruth({ frames, ...head }) {
  const text = JSON.stringify({ ...head, frames: [] })
  return text.replace('"frames":[]', `"frames":[\n${frames.map((frame) => JSON.stringify(frame)).join(',\n')}\n]`)
}
