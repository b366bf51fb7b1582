/** Writes chosen frames of a video as JPEG files. */

import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ExtractedFrame, Extraction, ExtractRequest } from '../../shared/engine-contract/job.ts'
import { englishOf } from '../../shared/messages/format.ts'
import { outputFailure } from '../core/run-failure.ts'
import { expectedFrames } from './expected-frames.ts'
import { encodeJpeg } from './jpeg-writer.ts'
import * as say from './media-messages.ts'
import { openMedia } from './open-media.ts'
import { chosenFrames, chosenOf, readingOf } from './selection/chosen-frames.ts'

/**
 * Files are named `frame-000000.jpg` and so on. `onFrame` receives the number of files written, and the total as far as
 * the media and the selection state it.
 * @throws MediaError as `openMedia`, and source_unreadable for an image; RunFailure output_unwritable, disk_full
 */
export async function extractFrames(
  { path, outDir, selection, deinterlace = 'off' }: ExtractRequest,
  onFrame: (done: number, total: number | null) => void,
): Promise<Extraction> {
  const reading = readingOf(selection)
  const reader = await openMedia(path, { ...reading, deinterlace })
  try {
    if (reader.info.kind !== 'video') throw say.notAVideo(path)
    const total = chosenOf(selection, expectedFrames(reader.info, reading.sampleFps ?? null, null))
    const frames: ExtractedFrame[] = []
    for await (const frame of chosenFrames(reader.frames(), selection)) {
      try {
        const { width, height } = frame
        const name = `frame-${String(frames.length).padStart(6, '0')}.jpg`
        await write(join(outDir, name), await encodeJpeg(frame.image, { x1: 0, y1: 0, x2: width, y2: height }))
        frames.push({ name, width, height, time_s: frame.ptsS })
      } finally {
        frame.close()
      }
      onFrame(frames.length, total)
    }
    return { frames, warnings: reader.warnings.map(englishOf) }
  } finally {
    await reader.close()
  }
}

async function write(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes)
  } catch (error) {
    throw outputFailure(error, basename(path)) ?? error
  }
}
