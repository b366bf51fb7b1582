/** Reads a part of a media file, and the pictures at its ends, by which neighbours are known to be such. */
import type { RunPart } from '../../shared/engine-contract/parts.ts'
import type { Frame, MediaReader, ReaderPosition } from './frame.ts'
import { imageDigest } from './reader-position.ts'

export const positionOf = ({ first, start }: RunPart): ReaderPosition | null =>
  start && {
    index: first,
    pictures: start.pictures,
    skipped: [],
    file: {
      pts: BigInt(start.pts),
      clock: { startS: start.startS, lastS: start.lastS },
      nextTick: start.nextTick,
      damage: 0,
      picture: null,
    },
  }

export interface PartReader extends MediaReader {
  /** Digest of the last frame's picture; null before it is read, and at the end of the media. */
  readonly last: string | null
}

/** Ends the frames of a reader before the frame `end`. */
export function partOfMedia(reader: MediaReader, { end }: Pick<RunPart, 'end'>): PartReader {
  let last: PartReader['last'] = null
  return {
    info: reader.info,
    warnings: reader.warnings,
    get last() {
      return last
    },
    async *frames(): AsyncGenerator<Frame> {
      for await (const frame of reader.frames()) {
        const isLast = end !== null && frame.index >= end - 1
        if (isLast) last = imageDigest(frame.image)
        yield frame
        if (isLast) return
      }
    },
    positionAfter: (frame) => reader.positionAfter(frame),
    close: () => reader.close(),
  }
}
