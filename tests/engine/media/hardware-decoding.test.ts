import { readFileSync, writeFileSync } from 'node:fs'
import { AV_HWDEVICE_TYPE_VULKAN, AV_PIX_FMT_YUV420P10LE, type AVCodecID, type AVHWDeviceType } from 'node-av/constants'
import type { Frame as NativeFrame } from 'node-av/lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DecodedFrames, Decoder } from '../../../src/engine/media/decoder.ts'
import type { ReaderPosition } from '../../../src/engine/media/frame.ts'
import { DEVICE_TYPES, decoderOn, openDevice } from '../../../src/engine/media/hardware/interfaces.ts'
import {
  COMPARED_FRAMES,
  DownloadingDecoder,
  type HardwareDecoding,
  NotDecodedByHardware,
} from '../../../src/engine/media/hardware/open-decoder.ts'
import { probeHardware } from '../../../src/engine/media/hardware/probe-hardware.ts'
import { openInput, videoStream } from '../../../src/engine/media/open-input.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { imageDigest } from '../../../src/engine/media/reader-position.ts'
import type { HardwareCodec, HardwareInterface } from '../../../src/shared/engine-contract/hardware-video.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
const video = () => file('video.mp4')
const FRAMES = 60

beforeAll(async () => {
  await makeVideo({ path: video(), width: 160, height: 96, ticks: steady(FRAMES, 25), bFrames: 2 })
})

const usable = (kind: HardwareInterface = 'cuda', codec: HardwareCodec['codec'] = 'h264'): HardwareCodec => ({
  interface: kind,
  name: 'Test hardware',
  codec,
  usable: true,
  reason: null,
})

async function readAll(path: string, hardware: HardwareDecoding | null, sampleFps: number | null = null) {
  const reader = await openMedia(path, { hardware, sampleFps })
  const frames: { ptsS: number; digest: string }[] = []
  for await (const frame of reader.frames()) {
    frames.push({ ptsS: frame.ptsS, digest: imageDigest(frame.image) })
    frame.close()
  }
  await reader.close()
  const decoding = reader.decoding ? englishOf(reader.decoding) : null
  return { frames, decoding, warnings: reader.warnings.map(englishOf) }
}

/** A decoder of “hardware”: that of the software, changed by a test. */
function pretended(change: (decoder: Decoder) => Partial<Pick<DecodedFrames, 'next'>>): HardwareDecoding {
  return {
    codecs: [usable()],
    async open(_codec, input, stream, path) {
      const decoder = await Decoder.open(input, stream, path)
      return Object.assign(decoder, change(decoder))
    },
  }
}

/** Fails after so many frames, once it has passed the comparison. */
const failingAfter = (count: number): HardwareDecoding =>
  pretended((decoder) => {
    const next = decoder.next.bind(decoder)
    let frames = 0
    return {
      next: async () => {
        if (frames++ === count) throw new Error('device lost')
        return next()
      },
    }
  })

describe('a video for which hardware is requested', () => {
  it('is decoded by hardware whose first frames equal those of the software decoder', async () => {
    const [plain, hardware] = [
      await readAll(video(), null),
      await readAll(
        video(),
        pretended(() => ({})),
      ),
    ]
    expect(hardware.frames).toEqual(plain.frames)
    expect(hardware.decoding).toBe(
      `Decoding with Test hardware: its first ${COMPARED_FRAMES} frames equal those of the software decoder.`,
    )
    expect(plain.decoding).toBeNull()
  })

  it('is decoded in software when one pixel differs, and the reason names the frame', async () => {
    const hardware = pretended((decoder) => {
      const next = decoder.next.bind(decoder)
      let index = 0
      return {
        next: async () => {
          const frame = await next()
          if (!frame || index++ !== 4) return frame
          const copy = frame.clone() as NativeFrame
          copy.makeWritable()
          const luma = (copy.data as Buffer[])[0] as Buffer
          luma[100] = (luma[100] as number) ^ 1
          return copy
        },
      }
    })
    const result = await readAll(video(), hardware)
    expect(result.frames).toEqual((await readAll(video(), null)).frames)
    expect(result.decoding).toBe(
      'Decoding in software: Test hardware: frame 4 differs from that of the software decoder (pixels).',
    )
  })

  it.each([
    [0, null],
    [COMPARED_FRAMES, null],
    [45, null],
    [45, 8],
  ])(
    'has the frames of the software decoder when the hardware fails after %i frames (sampled: %s)',
    async (count, sampleFps) => {
      const plain = await readAll(video(), null, sampleFps)
      const result = await readAll(video(), failingAfter(count), sampleFps)
      expect(result.frames).toEqual(plain.frames)
      const failsInComparison = count < COMPARED_FRAMES
      expect(result.warnings).toEqual(
        failsInComparison
          ? []
          : ['Test hardware failed or found damage in the video; the rest was decoded in software.'],
      )
    },
  )

  it('has the frames of the software decoder when it is damaged in the middle', async () => {
    const path = file('scratched.mp4')
    await makeVideo({ path, width: 320, height: 192, ticks: steady(150, 25), luma: (i) => 16 + ((i * 53) % 200) })
    const bytes = readFileSync(path)
    const middle = Math.floor(bytes.length * 0.6)
    bytes.fill(0xa5, middle, middle + 60)
    writeFileSync(path, bytes)
    const plain = await readAll(path, null)
    const hardware = await readAll(
      path,
      pretended(() => ({})),
    )
    expect(plain.warnings).toHaveLength(1)
    expect(hardware.frames).toEqual(plain.frames)
    expect(hardware.warnings).toHaveLength(2)
  })

  it('resumes at a position of the software decoder, and the other way round', async () => {
    const whole = await readAll(video(), null)
    for (const [first, then] of [
      [null, pretended(() => ({}))],
      [pretended(() => ({})), null],
    ]) {
      const reader = await openMedia(video(), { hardware: first })
      let from: ReaderPosition | null = null
      for await (const frame of reader.frames()) {
        if (frame.index === 40) from = reader.positionAfter(frame)
        frame.close()
        if (from) break
      }
      await reader.close()
      const resumed = await openMedia(video(), { hardware: then, from })
      const digests: string[] = []
      for await (const frame of resumed.frames()) {
        digests.push(imageDigest(frame.image))
        frame.close()
      }
      await resumed.close()
      expect(digests).toEqual(whole.frames.slice(41).map(({ digest }) => digest))
    }
  })

  it('is decoded in software when its pixels have more than 8 bits', async () => {
    const path = file('deep.mp4')
    const pixelFormat = AV_PIX_FMT_YUV420P10LE
    await makeVideo({ path, width: 64, height: 64, ticks: steady(5, 25), codec: 'libx265', pixelFormat })
    const { decoding } = await readAll(path, { codecs: [usable('cuda', 'hevc')] })
    expect(decoding).toBe('Decoding in software: only 8-bit 4:2:0 video is decoded by hardware.')
  })

  it('is decoded in software when its container can’t be read again from a frame', async () => {
    const path = file('video.avi')
    await makeVideo({ path, width: 64, height: 64, ticks: steady(5, 25, 25), timescale: 25, codec: 'mpeg4' })
    const { decoding } = await readAll(path, { codecs: [usable()] })
    expect(decoding).toBe('Decoding in software: avi files can not be read again from an earlier frame.')
  })

  it('is decoded in software when no hardware decodes its codec', async () => {
    const path = file('part2.mp4')
    await makeVideo({ path, width: 64, height: 64, ticks: steady(5, 25), codec: 'mpeg4' })
    const { decoding } = await readAll(path, { codecs: [usable()] })
    expect(decoding).toBe('Decoding in software: hardware is not used for mpeg4.')
  })
})

describe('the real library', () => {
  const opens = (type: AVHWDeviceType): boolean => {
    const device = openDevice(type)
    device?.free()
    return device !== null
  }

  it.each(Object.keys(DEVICE_TYPES) as HardwareInterface[])('gives the frames of software on %s', async (kind) => {
    const result = await readAll(video(), { codecs: [usable(kind)] })
    expect(result.frames).toEqual((await readAll(video(), null)).frames)
    expect(result.warnings).toEqual([])
    if (opens(DEVICE_TYPES[kind])) return
    expect(result.decoding).toBe(
      'Decoding in software: Test hardware: the hardware or its driver could not decode h264.',
    )
  })

  it('reports a reason for each codec of an interface that this machine lacks', async ({ skip }) => {
    if (opens(DEVICE_TYPES.cuda)) skip('this machine has an NVIDIA GPU')
    const codecs = await probeHardware('cuda', 'NVDEC')
    expect(codecs.map(({ codec, usable: can }) => [codec, can])).toEqual([
      ['h264', false],
      ['hevc', false],
      ['vp9', false],
      ['av1', false],
    ])
    for (const { reason } of codecs) {
      expect(reason && englishOf(reason)).toBe('NVDEC: this machine has no such hardware, or no driver for it.')
    }
  })

  it('refuses a frame that FFmpeg decoded in software although a device was set', async ({ skip }) => {
    const input = await openInput(video())
    const stream = videoStream(input, video())
    const codec = decoderOn(AV_HWDEVICE_TYPE_VULKAN, stream.codecpar.codecId as AVCodecID)
    const device = codec && openDevice(AV_HWDEVICE_TYPE_VULKAN)
    if (!codec || !device) return skip('this machine has no Vulkan device')
    const decoder = new DownloadingDecoder(await Decoder.open(input, stream, video(), { codec, device }), device)
    const outcome = await decoder.next().catch((error) => error)
    decoder.free()
    await input.close()
    // A Vulkan device that decodes video returns a frame; software renderers do not decode.
    const refusal = outcome instanceof Error ? outcome.constructor : null
    expect([null, NotDecodedByHardware]).toContain(refusal)
  })
})
