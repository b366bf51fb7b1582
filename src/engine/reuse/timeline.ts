/** The frames that a run processed, without their pixels, so that a run that needs no pixels decodes nothing. */
import type { Size } from '../../shared/domain/geometry.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { Frame, ImageSource, MediaInfo, MediaReader, SkippedImage } from '../media/frame.ts'
import type { Tape, TapeWriter } from './tape-file.ts'

const FRAMES = 4096

/** Description of the media at the end of the tape. */
export interface TimelineEnd {
  info: MediaInfo
  warnings: readonly Message[]
  skipped: readonly SkippedImage[] | null
}

export interface TimelineRecorder {
  put(frame: Pick<Frame, 'ptsS' | 'source' | keyof Size>): void
  flush(): void
}

export function recordTimeline(writer: Pick<TapeWriter, 'write'>): TimelineRecorder {
  const columns = (): number[][] => [[], [], [], []]
  let [times, widths, heights, sources] = columns() as [number[], number[], number[], number[]]
  let strings: string[] = []
  const flush = () => {
    if (times.length === 0) return
    writer.write([times, widths, heights, sources], strings)
    ;[times, widths, heights, sources] = columns() as [number[], number[], number[], number[]]
    strings = []
  }
  return {
    put({ ptsS, width, height, source }) {
      times.push(ptsS)
      widths.push(width)
      heights.push(height)
      sources.push(source ? strings.length : -1)
      if (source) strings.push(JSON.stringify([source.id, source.name]))
      if (times.length >= FRAMES) flush()
    },
    flush,
  }
}

/** A reader of frames without pixels: accessing them must fail visibly. */
export function readTimeline(tape: Tape): MediaReader {
  const { info, warnings, skipped } = tape.end as TimelineEnd
  function* ready(): Generator<Frame> {
    let index = 0
    for (const chunk of tape.chunks()) {
      const [times, widths, heights, sources] = chunk.columns as [
        ArrayLike<number>,
        ArrayLike<number>,
        ArrayLike<number>,
        ArrayLike<number>,
      ]
      for (let i = 0; i < times.length; i++) {
        const named = sources[i] as number
        const source = named < 0 ? undefined : sourceOf(chunk.strings[named] as string)
        const size = { width: widths[i] as number, height: heights[i] as number }
        yield new PixellessFrame(index++, times[i] as number, size, source)
      }
    }
  }
  return {
    info,
    warnings,
    ...(skipped && { skipped }),
    ready,
    async *frames() {
      yield* ready()
    },
    positionAfter() {
      throw new Error('a run without images is not resumed')
    },
    close: () => tape.close(),
  }
}

function sourceOf(text: string): ImageSource {
  const [id, name] = JSON.parse(text) as [string | null, string]
  return { id, name }
}

class PixellessFrame implements Frame {
  readonly isPixelless = true
  readonly index: number
  readonly ptsS: number
  readonly width: number
  readonly height: number
  readonly source: ImageSource | undefined

  constructor(index: number, ptsS: number, { width, height }: Size, source: ImageSource | undefined) {
    this.index = index
    this.ptsS = ptsS
    this.width = width
    this.height = height
    this.source = source
  }

  get image(): never {
    throw new Error(`frame ${this.index} was not decoded`)
  }

  letterbox(): never {
    return this.image
  }

  copy(): never {
    return this.image
  }

  close(): void {}
}
