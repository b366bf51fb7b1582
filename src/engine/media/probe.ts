/** Inspects a media file without running a pipeline on it. */
import type { MediaInfo } from './frame.ts'
import { describeMedia } from './media-info.ts'
import { openInput, videoStream } from './open-input.ts'
import { openMedia } from './open-media.ts'
import { countPackets } from './packet-count.ts'

/**
 * Reads all packets if the container does not state length and number of frames, so both are exact unless the file has
 * neither timestamps nor a rate. Decodes one frame, to make sure that it can be decoded.
 * @throws MediaError source_missing, source_empty, source_unreadable
 */
export async function probe(path: string): Promise<MediaInfo> {
  const reader = await openMedia(path)
  const size = { width: reader.info.width, height: reader.info.height }
  await reader.close()

  const input = await openInput(path)
  try {
    const stream = videoStream(input, path)
    const info = { ...describeMedia(input, stream), ...size }
    if (info.kind === 'image' || isPlausible(info, Number(stream.nbFrames))) return info
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
