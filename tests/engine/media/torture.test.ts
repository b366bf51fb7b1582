import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P, AV_PROFILE_H264_HIGH } from 'node-av/constants'
import { FormatContext } from 'node-av/lib'
import { describe, expect, it } from 'vitest'
import type { I420 } from '../../../src/engine/media/frame.ts'
import { type OpenOptions, openMedia } from '../../../src/engine/media/open-media.ts'
import { probe } from '../../../src/engine/media/probe.ts'
import { FramePicker } from '../../../src/engine/media/stream-clock.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'
import { HEIGHT, readNumber, SIDE, squareOf, WIDTH } from '../../../tools/torture/clips/picture.mjs'
import { root } from '../support/bundles.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { soundIn } from './decode-sound.ts'

interface Clip {
  name: string
  /** Numbers burnt into the frames that must be displayed, in order. */
  numbers: number[]
  /** Seconds since the first frame, as reported by ffprobe. */
  times: number[]
  /** Time at which a beep starts; null without audio. */
  beep_s: number | null
  /** Leading frames of a stream that refer to frames cut off before it: stored, but never displayed. */
  undecodable: number
  /** True when the frames contain the red square, which a model detects. */
  square: boolean
}

const fixture = (name: string) => join(root, 'tests', 'fixtures', 'torture', name)
const clips = JSON.parse(readFileSync(fixture('clips.json'), 'utf8')) as Clip[]
const folder = testFolder()
const GREEN = '#00e000'

const numberOf = ({ y, width, height, strideY }: I420) => readNumber({ luma: y, width, height, stride: strideY })

/**
 * Returns whether a side of a green box is near the place that the square has in the frame of this number, `from` to
 * `to`.
 */
function hasBoxAt({ u, v, strideUV, width, height }: I420, number: number, from: number, to: number): boolean {
  const { x, y } = squareOf(number)
  const row = Math.floor(((y + SIDE / 2) * height) / HEIGHT / 2) * strideUV
  const column = (place: number) => Math.floor((place * width) / WIDTH / 2)
  for (let at = row + column(x + from); at <= row + column(x + to); at++) {
    if ((u[at] as number) < 110 && (v[at] as number) < 105) return true
  }
  return false
}

async function seenIn(
  path: string,
  look: (image: I420, i: number) => void = () => undefined,
  options: OpenOptions = {},
) {
  const reader = await openMedia(path, options)
  const numbers: (number | null)[] = []
  const times: number[] = []
  for await (const frame of reader.frames()) {
    look(frame.image, numbers.length)
    numbers.push(numberOf(frame.image))
    times.push(frame.ptsS)
    frame.close()
  }
  await reader.close()
  return { numbers, times, info: reader.info, warnings: reader.warnings.map(englishOf) }
}

function expectTimes(times: readonly number[], expected: readonly number[], toleranceS: number) {
  expect(times).toHaveLength(expected.length)
  const isOff = (t: number, i: number) => !(Math.abs(t - (expected[i] as number)) <= toleranceS)
  expect(times.flatMap((t, i) => (isOff(t, i) ? [`frame ${i} at ${t} s`] : []))).toEqual([])
}

const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', iou_threshold: 0.1, draw: { red: { color: GREEN } } }],
    draw: ['visualize', { labels: false, trails: false }],
    lines: ['sink', { kind: 'json' }],
    video: ['sink', { kind: 'annotated_video', quality: 'high' }],
  },
  ['source>find', 'find>draw', 'find>lines', 'draw>video'],
)

async function run(clip: Clip) {
  const outDir = join(folder, clip.name)
  const outcome = await runHere(jobOf(graph, fixture(clip.name), outDir))
  expect(outcome.error).toBeNull()
  return { video: join(outDir, 'video.mp4'), records: recordsOf(outDir, 'lines.jsonl') }
}

describe.each(clips)('$name', (clip) => {
  it('is read frame by frame, each at its time', async () => {
    const { numbers, times, info, warnings } = await seenIn(fixture(clip.name))
    expect(numbers).toEqual(clip.numbers)
    expectTimes(times, clip.times, 2e-6)
    expect(warnings.filter((w) => !w.includes('changes its size'))).toEqual([])
    const [aspect, upright] = [info.width / info.height, WIDTH / HEIGHT]
    expect(Math.abs(aspect - upright)).toBeLessThan(0.01)
    const probed = await probe(fixture(clip.name))
    expect(probed.frameCount).toBe(clip.numbers.length + clip.undecodable)
  })

  it('is read from its middle on as it is from its start', async () => {
    const startS = clip.times[clip.times.length >> 1] as number
    const rest = clip.times.flatMap((t, i) => (t >= startS - 0.001 ? [clip.numbers[i]] : []))
    expect((await seenIn(fixture(clip.name), undefined, { startS })).numbers).toEqual(rest)
  })

  it.each([2, 6, 10])('yields the first frame of each tick when sampled %i times a second', async (sampleFps) => {
    const picker = new FramePicker(sampleFps)
    const picked = clip.times.flatMap((t, i) => (picker.picks(t) ? [i] : []))
    const { numbers, times } = await seenIn(fixture(clip.name), undefined, { sampleFps })
    expect(numbers).toEqual(picked.map((i) => clip.numbers[i]))
    expectTimes(
      times,
      picked.map((i) => clip.times[i] as number),
      2e-6,
    )
    // From the middle on, the first frame is the first of its tick.
    const middle = clip.times[clip.times.length >> 1] as number
    const later = new FramePicker(sampleFps)
    const rest = clip.times.flatMap((t, i) => (t >= middle - 0.001 && later.picks(t) ? [i] : []))
    const fromMiddle = await seenIn(fixture(clip.name), undefined, { sampleFps, startS: middle })
    expect(fromMiddle.numbers).toEqual(rest.map((i) => clip.numbers[i]))
  })

  it('is annotated: the same frames at the same times, each with its own box, and its audio in sync', async () => {
    const { video, records } = await run(clip)
    expectTimes(
      records.map((r) => r.time_s as number),
      clip.times,
      2e-6,
    )
    const { numbers, times, info } = await seenIn(video, (image, i) => {
      if (!clip.square) return
      const number = clip.numbers[i] as number
      // The model's boxes have steps of 8 pixels: a side may be that far from the square's.
      expect(hasBoxAt(image, number, -6, SIDE + 6), `frame ${i}: its own box`).toBe(true)
      expect(hasBoxAt(image, number + 1, 4, SIDE + 4), `frame ${i}: box of the next frame`).toBe(false)
      if (number > 0)
        expect(hasBoxAt(image, number - 1, -4, SIDE - 4), `frame ${i}: box of the frame before`).toBe(false)
    })
    expect(numbers).toEqual(clip.numbers)
    expectTimes(times, clip.times, 1 / 90_000 + 1e-9)

    const bytes = readFileSync(video)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(await videoOf(video)).toEqual({ eightBit420: true, profile: AV_PROFILE_H264_HIGH })
    const sound = await soundIn(video)
    expect(info.hasAudio).toBe(clip.beep_s !== null)
    if (clip.beep_s !== null) {
      expect(Math.abs((sound?.onsetS ?? 0) - clip.beep_s)).toBeLessThan(0.025)
      expect(sound?.endS).toBeLessThan((clip.times.at(-1) as number) + 0.2)
    }
  })
})

async function videoOf(path: string) {
  const format = new FormatContext()
  format.allocContext()
  await format.openInput(path)
  await format.findStreamInfo()
  const [stream] = format.streams
  const { format: pixels, profile } = stream?.codecpar ?? {}
  await format.closeInput()
  return { eightBit420: pixels === AV_PIX_FMT_YUV420P || pixels === AV_PIX_FMT_YUVJ420P, profile }
}
