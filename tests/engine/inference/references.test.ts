/**
 * Compares every family with its own reference: the outputs of a head as input, the boxes that the reference's code
 * decodes from them as expectation (tests/fixtures/references, made by tools/fixtures/references).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Found } from '../../../src/engine/inference/candidates.ts'
import { recognise } from '../../../src/engine/inference/families/families.ts'
import type { OutputTensor, TriedModel } from '../../../src/engine/inference/families/family.ts'
import { parseClassNames } from '../../../src/engine/inference/model-class-names.ts'
import { unsupportedOutputs } from '../../../src/engine/inference/model-errors.ts'
import { type NmsOptions, suppress, topScored } from '../../../src/engine/inference/nms.ts'
import { ringsOf } from '../../../src/engine/inference/outlines.ts'
import { root } from '../support/bundles.ts'
import { polygonArea } from '../support/polygon-area.ts'

interface Fixture {
  reference: string
  family: string | null
  metadata: Record<string, string>
  names: string[] | null
  input: { width: number; height: number }
  options: NmsOptions & { confidence: number }
  outputs: { name: string; shape: number[]; isInteger: boolean; data: string }[]
  /**
   * x1, y1, x2, y2, score, class and extras of each box; for id maps, the number of cells of each id; null if only
   * recognition is tested.
   */
  expected: number[][] | Record<string, number> | null
  /** The reference clips boxes to the image. */
  boxesInside?: boolean
}

const FOLDER = join(root, 'tests', 'fixtures', 'references')

function fixtureOf(name: string): Fixture & { model: TriedModel } {
  const fixture = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Fixture
  const outputs = fixture.outputs.map(({ data, ...tensor }): OutputTensor => {
    const bytes = inflateSync(Buffer.from(data, 'base64'))
    return { ...tensor, data: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)) }
  })
  const { metadata, input } = fixture
  const classNames = fixture.names ?? (metadata.names === undefined ? null : parseClassNames(metadata.names))
  const picture = { ...input, layout: 'nchw', elementType: 'float32' } as const
  return { ...fixture, model: { metadata, classNames, input: picture, takesSize: false, outputs } }
}

function readBy(name: string, metadata?: Record<string, string>) {
  const fixture = fixtureOf(name)
  const { outputs } = fixture.model
  const head = recognise({ ...fixture.model, ...(metadata && { metadata }) })
  if (!head) throw new Error(`${name} is not recognised`)
  const candidates = head.decode(outputs, { confidence: fixture.options.confidence, classIds: null })
  const kept = head.needsNms
    ? suppress(candidates, fixture.options)
    : topScored(candidates, fixture.options.maxDetections)
  const found: Found = head.shape?.(kept, outputs) ?? kept
  return { fixture, head, found }
}

const boxOf = ({ boxes }: Found, i: number) => [...boxes.subarray(4 * i, 4 * i + 4)] as [number, number, number, number]

const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
const KNOWN = NAMES.filter((name) => fixtureOf(name).family !== null)
const LISTED = KNOWN.filter((name) => Array.isArray(fixtureOf(name).expected))

test.each(KNOWN)('%s is recognised as its family', (name) => {
  const { fixture, head } = readBy(name)
  expect(head.family).toBe(fixture.family)
})

test.each(LISTED)('%s yields the boxes, scores and classes that its reference decodes', (name) => {
  const { fixture, found } = readBy(name)
  const expected = (fixture.expected as number[][]).map((row) => row.slice(0, found.angles ? 7 : 6))
  const { width, height } = fixture.input
  expect(expected.length).toBeGreaterThan(0)
  const inside = (v: number, side: number) => (fixture.boxesInside ? Math.min(Math.max(v, 0), side) : v)
  const ours = Array.from({ length: found.count }, (_, i) => {
    const [x1, y1, x2, y2] = boxOf(found, i)
    const rest = [found.scores[i] as number, found.classIds[i] as number]
    if (found.angles) return [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1, ...rest, found.angles[i] as number]
    return [inside(x1, width), inside(y1, height), inside(x2, width), inside(y2, height), ...rest]
  })
  expect(ours).toHaveLength(expected.length)
  // Each row of the reference has a match: of equal scores either may come first.
  const left = [...ours]
  for (const row of expected) {
    const at = left.findIndex((own) => own.every((v, column) => Math.abs(v - (row[column] as number)) < 0.005))
    expect(left[at], `row ${row}`).toBeDefined()
    left.splice(at, 1)
  }
  const scores = ours.map((own) => own[4] as number)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

test.each(LISTED.filter((name) => /-pose/.test(name)))('%s gives the keypoints that its reference reads', (name) => {
  const { fixture, found } = readBy(name)
  const rows = fixture.expected as number[][]
  const values = (rows[0] as number[]).length - 6
  const ours = Array.from({ length: found.count }, (_, i) => [
    ...(found.keypoints?.subarray(values * i, values * (i + 1)) ?? []),
  ])
  const isSame = (own: number[], row: number[]) => own.every((v, at) => Math.abs(v - (row[6 + at] as number)) < 0.005)
  for (const row of rows) expect(ours.filter((own) => isSame(own, row)).length).toBeGreaterThan(0)
  expect(ours[0]).toHaveLength(values)
})

test.each(LISTED.filter((name) => /-segment/.test(name)))('%s outlines the masks that its reference fills', (name) => {
  const { fixture, found } = readBy(name)
  let [ours, theirs] = [0, 0]
  for (const [i, row] of (fixture.expected as number[][]).entries()) {
    if (found.outlines) ours += ringsOf(found.outlines, i).reduce((sum, ring) => sum + polygonArea(ring), 0)
    theirs += row[6] as number
  }
  expect(theirs).toBeGreaterThan(1000)
  expect(Math.abs(ours / theirs - 1)).toBeLessThan(0.1)
})

test.each(['ultralytics-11-obb', 'ultralytics-26-obb', 'ultralytics-obb-crowd'])(
  '%s has oriented boxes to suppress',
  (name) => {
    const { fixture, head } = readBy(name)
    const candidates = head.decode(fixture.model.outputs, { confidence: fixture.options.confidence, classIds: null })
    expect(candidates.count).toBeGreaterThan((fixture.expected as number[][]).length)
  },
)

test('ids of a single class are 1 inside it', () => {
  const { fixture, found } = readBy('ultralytics-26-semantic-one-class')
  const area = Array.from({ length: found.count }, (_, i) => i)
    .flatMap((i) => (found.outlines ? ringsOf(found.outlines, i) : []))
    .reduce((sum, ring) => sum + polygonArea(ring), 0)
  const cells = (fixture.expected as Record<string, number>)[1] as number
  expect([...found.classIds]).not.toContain(1)
  expect(Math.abs(area / cells - 1)).toBeLessThan(0.15)
})

test('a depth model is rejected because it detects no objects', () => {
  const { model } = fixtureOf('ultralytics-26-depth')
  expect(recognise(model)).toBeNull()
  const refusal = unsupportedOutputs('depth', model, model)
  expect(refusal.message).toContain('it estimates how far away everything is')
})

describe('without metadata', () => {
  const bare = (name: string) => readBy(name, {}).head.family

  test('boxes in shares are recognised as those of RT-DETR', () => {
    expect(bare('ultralytics-rtdetr')).toBe('ultralytics-rtdetr')
  })

  test('a list of suppressed boxes in pixels is recognised as an end-to-end head', () => {
    expect(bare('ultralytics-11-detect-nms')).toBe('ultralytics-end-to-end')
  })
})
