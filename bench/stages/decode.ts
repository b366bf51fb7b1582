import { openMedia } from '../../src/engine/media/open-media.ts'
import { costOf } from '../clock.ts'

/** Reads a video to its end, as a run does. */
export async function decode({ video }: { video: string }) {
  const reader = await openMedia(video)
  const cost = await costOf(async () => {
    let frames = 0
    for await (const frame of reader.frames()) {
      frame.close()
      frames++
    }
    return frames
  })
  await reader.close()
  return cost
}
