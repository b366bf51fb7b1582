import { AV_PIX_FMT_NV12, AVCOL_RANGE_JPEG } from 'node-av/constants'
import { FFmpegError, Frame as NativeFrame, SoftwareScaleContext } from 'node-av/lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { Decoder } from '../../../src/engine/media/decoder.ts'
import { type FrameFeed, firstDifference } from '../../../src/engine/media/hardware/first-difference.ts'
import { openInput, videoStream } from '../../../src/engine/media/open-input.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
const video = () => file('moving.mp4')

beforeAll(async () => {
  // An odd half width: the last column of chroma counts as well.
  await makeVideo({ path: video(), width: 162, height: 98, ticks: steady(12, 25), bFrames: 2 })
})

type Change = (frame: NativeFrame, index: number) => NativeFrame | null

/** The frames of the software decoder, each passed through `change`. */
async function withFeed<T>(change: Change, use: (feed: FrameFeed) => Promise<T>): Promise<T> {
  const input = await openInput(video())
  const decoder = await Decoder.open(input, videoStream(input, video()), video())
  let index = 0
  try {
    return await use({
      async next() {
        const frame = await decoder.next()
        return frame && change(frame, index++)
      },
    })
  } finally {
    decoder.free()
    await input.close()
  }
}

const same: Change = (frame) => frame
const compared = (change: Change, limit = 30) =>
  withFeed(same, (reference) => withFeed(change, (candidate) => firstDifference(reference, candidate, limit)))

/** A copy of which one value in a plane is one more or one less. */
function offByOne(frame: NativeFrame, plane: number, column: number, row = 0): NativeFrame {
  const copy = frame.clone() as NativeFrame
  FFmpegError.throwIfError(copy.makeWritable(), 'copying')
  const bytes = (copy.data as Buffer[])[plane] as Buffer
  const at = row * (copy.linesize[plane] as number) + column
  bytes[at] = (bytes[at] as number) ^ 1
  return copy
}

describe('the comparison of two decoders', () => {
  it('finds no difference between two software decoders', async () => {
    expect(await compared(same)).toBeNull()
  })

  it.each([0, 1, 2])('refuses a decoder that is off by one in one pixel of plane %i', async (plane) => {
    const change: Change = (frame, index) => (index === 7 ? offByOne(frame, plane, 40) : frame)
    expect(await compared(change)).toEqual({ frame: 7, in: 'pixels' })
  })

  it('sees the last pixel of the last row', async () => {
    const change: Change = (frame, index) => (index === 3 ? offByOne(frame, 0, 161, 97) : frame)
    expect(await compared(change)).toEqual({ frame: 3, in: 'pixels' })
  })

  it('ignores frames after the limit', async () => {
    const change: Change = (frame, index) => (index === 7 ? offByOne(frame, 0, 40) : frame)
    expect(await compared(change, 7)).toBeNull()
  })

  it('refuses a decoder that loses a frame', async () => {
    expect(await compared((frame, index) => (index === 11 ? null : frame))).toEqual({ frame: 11, in: 'count' })
  })

  it('refuses a decoder that gives a frame another time', async () => {
    const change: Change = (frame) => {
      const copy = frame.clone() as NativeFrame
      copy.bestEffortTimestamp = frame.bestEffortTimestamp + 1n
      return copy
    }
    expect(await compared(change)).toEqual({ frame: 0, in: 'time' })
  })

  it('refuses a decoder that states other colour properties', async () => {
    const change: Change = (frame) => {
      const copy = frame.clone() as NativeFrame
      copy.colorRange = AVCOL_RANGE_JPEG
      return copy
    }
    expect(await compared(change)).toEqual({ frame: 0, in: 'format' })
  })

  it('accepts the same frames as NV12, the format in which hardware returns them', async () => {
    const scaler = new SoftwareScaleContext()
    scaler.allocContext()
    const change: Change = (frame) => {
      const packed = new NativeFrame()
      packed.alloc()
      packed.format = AV_PIX_FMT_NV12
      packed.width = frame.width
      packed.height = frame.height
      FFmpegError.throwIfError(packed.getBuffer(), 'allocating')
      packed.copyProps(frame)
      FFmpegError.throwIfError(scaler.scaleFrameSync(packed, frame), 'packing')
      return packed
    }
    expect(await compared(change)).toBeNull()
    scaler.freeContext()
  })
})
