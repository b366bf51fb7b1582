import { spreadOf } from '../clock.ts'
import { holdFrames } from './frames.ts'

/** Resize, letterbox, layout and value range of a frame for a model of 640x640, in ms. */
export async function letterbox({ video }: { video: string }) {
  const held = await holdFrames(video, 4)
  const input = new Float32Array(3 * 640 * 640)
  return spreadOf(400, (i) => void held.at(i).letterbox(input, { width: 640, height: 640 }))
}
