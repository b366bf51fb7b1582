/** Compares the frames of two decoders after their conversion to I420, the form in which runs use them. */
import { AV_FRAME_FLAG_INTERLACED, AV_FRAME_FLAG_TOP_FIELD_FIRST } from 'node-av/constants'
import type { Frame as NativeFrame } from 'node-av/lib'
import type { I420 } from '../frame.ts'
import { FrameConverter } from '../frame-converter.ts'
import { createSlot, type Slot } from '../slot.ts'

/** Decodes one frame after the other; each is valid until the next call. */
export interface FrameFeed {
  next(): Promise<NativeFrame | null>
}

/** By which a deinterlacer goes. */
const FIELD_FLAGS = AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST

/** `frame`: index of the first frame that differs. */
export interface Difference {
  frame: number
  in: 'count' | 'time' | 'format' | 'pixels'
}

/** Compares up to `limit` frames; null when all are equal in time, size, fields, colour properties and every visible pixel. */
export async function firstDifference(
  reference: FrameFeed,
  candidate: FrameFeed,
  limit: number,
): Promise<Difference | null> {
  let sides: readonly [Side, Side] | null = null
  try {
    for (let frame = 0; frame < limit; frame++) {
      const [wanted, got] = [await reference.next(), await candidate.next()]
      if (!wanted && !got) return null
      if (!wanted || !got) return { frame, in: 'count' }
      if (wanted.bestEffortTimestamp !== got.bestEffortTimestamp) return { frame, in: 'time' }
      sides ??= [new Side(wanted), new Side(got)]
      const [first, second] = sides
      const sameSize = wanted.width === got.width && wanted.height === got.height
      if (!first.describesAs(second) || !sameSize || fieldsOf(wanted) !== fieldsOf(got)) {
        return { frame, in: 'format' }
      }
      if (!samePixels(first.image(wanted), second.image(got))) return { frame, in: 'pixels' }
    }
    return null
  } finally {
    for (const side of sides ?? []) side.free()
  }
}

const fieldsOf = ({ flags }: NativeFrame): number => flags & FIELD_FLAGS

class Side {
  readonly #converter: FrameConverter
  readonly #slot: Slot

  constructor(first: NativeFrame) {
    this.#converter = new FrameConverter(first, null, 'video')
    this.#slot = createSlot(this.#converter.size, this.#converter.color)
  }

  describesAs(other: Side): boolean {
    const described = ({ size, color }: FrameConverter) => JSON.stringify([size, color])
    return described(this.#converter) === described(other.#converter)
  }

  image(frame: NativeFrame): I420 {
    this.#converter.convert(frame, this.#slot)
    return this.#slot.image
  }

  free(): void {
    this.#converter.free()
  }
}

function samePixels(a: I420, b: I420): boolean {
  const chroma = { width: (a.width + 1) >> 1, height: (a.height + 1) >> 1 }
  return (
    samePlane(a.y, b.y, a.strideY, a) &&
    samePlane(a.u, b.u, a.strideUV, chroma) &&
    samePlane(a.v, b.v, a.strideUV, chroma)
  )
}

/** Slots of one size have the same strides. */
function samePlane(a: Uint8Array, b: Uint8Array, stride: number, { width, height }: { width: number; height: number }) {
  for (let row = 0; row < height; row++) {
    const start = row * stride
    if (Buffer.compare(a.subarray(start, start + width), b.subarray(start, start + width)) !== 0) return false
  }
  return true
}
