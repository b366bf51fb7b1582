import { rmSync } from 'node:fs'
import { createVideoWriter, type VideoWriterOptions } from '../../src/engine/media/video-writer.ts'
import { costOf } from '../clock.ts'
import { holdFrames } from './frames.ts'
import { FPS } from './scene.ts'

/** Number of frames decoded in advance: enough that starting and ending the encoder is negligible. */
const HELD = 150

/** Encodes the first frames of a video, up to the finished file. */
export async function encode({
  video,
  into,
  quality,
}: {
  video: string
  into: string
  quality: VideoWriterOptions['quality']
}) {
  const { frames } = await holdFrames(video, HELD)
  const { width, height } = frames[0] as (typeof frames)[number]
  const cost = await costOf(async () => {
    const writer = await createVideoWriter(into, { width, height, quality, fps: FPS })
    for (const frame of frames) await writer.write(frame)
    return (await writer.finish()).frames
  })
  rmSync(into, { force: true })
  return cost
}
