/** A few decoded frames of a video, for stages that process frames repeatedly. */
import type { Frame } from '../../src/engine/media/frame.ts'
import { openMedia } from '../../src/engine/media/open-media.ts'

export interface HeldFrames {
  frames: readonly Frame[]
  at(i: number): Frame
}

export async function holdFrames(video: string, count: number): Promise<HeldFrames> {
  const reader = await openMedia(video, { held: count + 1 })
  const frames: Frame[] = []
  for await (const frame of reader.frames()) {
    frames.push(frame)
    if (frames.length === count) break
  }
  await reader.close()
  return { frames, at: (i) => frames[i % frames.length] as Frame }
}
