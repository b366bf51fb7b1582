import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playDetections, recordDetections } from '../../../src/engine/reuse/detection-tape.ts'
import { createTapeWriter, openTape } from '../../../src/engine/reuse/tape-file.ts'
import { readTimeline, recordTimeline } from '../../../src/engine/reuse/timeline.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
let files = 0
const newPath = () => join(folder, `${files++}.tape`)

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.float(),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, -(2 ** 31), 255, 256),
)
const detection: fc.Arbitrary<Detection> = fc.record(
  {
    box: fc.record({ x1: number, y1: number, x2: number, y2: number }, { noNullPrototype: true }),
    score: number,
    classId: fc.integer({ min: -1, max: 1 << 20 }),
    className: fc.oneof(fc.constantFrom('car', 'person'), fc.string({ unit: 'binary' })),
    modelNodeId: fc.constantFrom('detect', 'läser "x"\n'),
    id: fc.nat(),
    parentId: fc.nat(),
    trackId: fc.nat(),
    rings: fc.array(fc.array(number, { maxLength: 8 }), { maxLength: 3 }),
    keypoints: fc.array(fc.record({ x: number, y: number, score: number }, { noNullPrototype: true }), {
      maxLength: 3,
    }),
  },
  {
    requiredKeys: ['box', 'score', 'classId', 'className', 'modelNodeId', 'id'],
    noNullPrototype: true,
  },
)
const frames = fc.array(fc.option(fc.array(detection, { maxLength: 5 })), { maxLength: 20 })

function written(content: readonly (readonly Detection[] | null)[]): string {
  const path = newPath()
  const writer = createTapeWriter(path)
  const recorder = recordDetections(writer)
  for (const one of content) recorder.put(one)
  recorder.flush()
  writer.finish({ frames: content.length })
  return path
}

test('detections are read exactly as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(frames, fc.nat(100), async (content, copies) => {
      // Some tapes have several chunks.
      const long = copies === 0 ? Array.from({ length: 1500 }, (_, i) => content[i % content.length] ?? null) : content
      const tape = await openTape(written(long))
      expect(tape?.end).toEqual({ frames: long.length })
      expect([...playDetections(tape?.chunks() ?? [])]).toStrictEqual(long)
      await tape?.close()
    }),
    { numRuns: 200 },
  )
})

test('a timeline keeps times, sizes and names', async () => {
  const time = fc.double({ noNaN: true })
  const source = fc.option(fc.record({ id: fc.option(fc.string()), name: fc.string() }, { noNullPrototype: true }), {
    nil: undefined,
  })
  const frame = fc.record({ ptsS: time, width: fc.nat(9999), height: fc.nat(9999), source }, { noNullPrototype: true })
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 30 }), async (content) => {
      const path = newPath()
      const writer = createTapeWriter(path)
      const recorder = recordTimeline(writer)
      for (const one of content) recorder.put(one)
      recorder.flush()
      const info = { kind: 'video', codec: 'h264', width: 4, height: 4 }
      writer.finish({ info, warnings: ['a'], skipped: null })
      const tape = await openTape(path)
      if (!tape) throw new Error('the tape was not read')
      const reader = readTimeline(tape)
      const read = [...(reader.ready?.() ?? [])]
      expect(read.map(({ index }) => index)).toEqual(content.map((_, i) => i))
      expect(read.map(({ ptsS, width, height, source }) => ({ ptsS, width, height, source }))).toStrictEqual(content)
      expect(reader).toMatchObject({ info, warnings: ['a'] })
      for (const one of read.slice(0, 1)) expect(() => one.image).toThrow(/not decoded/)
      await reader.close()
    }),
    { numRuns: 50 },
  )
})

test('a tape with any byte changed, or any part missing, is rejected', async () => {
  const content: Detection[][] = Array.from({ length: 40 }, (_, i) => [
    {
      box: { x1: i, y1: 0.1 * i, x2: i + 1, y2: i * Math.PI },
      score: 1 / (i + 1),
      classId: 1,
      className: 'car',
      modelNodeId: 'm',
      id: 0,
    },
  ])
  const whole = readFileSync(written(content))
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const path = newPath()
      const spoilt = Buffer.from(whole)
      spoilt[at] = (spoilt[at] as number) ^ flip
      writeFileSync(path, spoilt)
      const isUnused = at % whole.length >= 12 && at < 16
      if (!isUnused) {
        const tape = await openTape(path)
        // Four bytes of each chunk are padding.
        if (tape) expect([...playDetections(tape.chunks())]).toStrictEqual(content)
        await tape?.close()
      }
      writeFileSync(path, whole)
      truncateSync(path, at)
      expect(await openTape(path)).toBeNull()
    }),
    { numRuns: 200 },
  )
})
