/** Inspects a media file without running a pipeline on it. */
import type { MediaInfo } from './frame.ts'
import { describeMedia, openInput, videoStream } from './open-input.ts'
import { openMedia } from './open-media.ts'
import { countPackets } from './packet-count.ts'
import { stillFileOf } from './stills/still-file.ts'
import { openStillReader } from './stills/still-reader.ts'

/**
 * A file that is a video where it is a source by itself, such as a GIF, is an image where `asImage` asks for one.
 *
 * Reads all packets if the container does not state length and number of frames, so both are exact unless the file has
 * neither timestamps nor a rate. Decodes one frame, to make sure that it can be decoded.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function probe(path: string, asImage = false): Promise<MediaInfo> {
  const isStill = asImage && (await stillFileOf(path)) !== null
  const reader = isStill ? await openStillReader(path, null) : await openMedia(path)
  const { info: opened } = reader
  await reader.close()
  if (opened.kind === 'image') return opened

  const input = await openInput(path)
  try {
    const stream = videoStream(input, path)
    const info = { ...describeMedia(input, stream), width: opened.width, height: opened.height }
    if (isPlausible(info, Number(stream.nbFrames))) return info
    const { frames, startS, endS } = await countPackets(input, stream)
    const durationS = startS !== null && endS !== null && endS > startS ? endS - startS : info.durationS
    return {
      ...info,
      frameCount: frames,
      durationS: durationS ?? (info.nativeFps === null ? null : frames / info.nativeFps),
    }
  } finally {
    await input.close()
  }
}

/** A stated count is trusted when it fits the stated length: edit lists can hide frames that the index counts. */
function isPlausible({ durationS, nativeFps }: MediaInfo, counted: number): boolean {
  if (counted <= 0 || durationS === null || nativeFps === null) return false
  return Math.abs(counted - durationS * nativeFps) < 0.75
}
