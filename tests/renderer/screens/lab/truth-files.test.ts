import { describe, expect, it } from 'vitest'
import { readTruthFile, truthCsv, truthJson } from '../../../../src/renderer/screens/lab/truth/truth-files.ts'
import type { Truth } from '../../../../src/shared/domain/truth.ts'

const TRUTH: Truth = {
  format: 'sightline-truth',
  version: 1,
  media: { sha256: 'a'.repeat(64), name: 'street.mp4' },
  places: [
    {
      name: 'Main road, "north"',
      kind: 'line',
      watched: [
        [0, 4.25],
        [9, 12],
      ],
      marks: [
        { id: 'a', time_s: 1.04, kind: 'a_to_b', class_name: 'car' },
        { id: 'b', time_s: 10, kind: 'b_to_a', class_name: null },
      ],
    },
    { name: 'Yard', kind: 'zone', watched: [], marks: [{ id: 'c', time_s: 2, kind: 'exit', class_name: 'van' }] },
  ],
}
const withoutIds = (places: Truth['places'] | readonly Truth['places'][number][]) =>
  places.map((p) => ({ ...p, marks: p.marks.map(({ id: _, ...rest }) => rest) }))

describe('truth as a file', () => {
  it('is read back from JSON unchanged', () => {
    expect(readTruthFile(truthJson(TRUTH))).toEqual(TRUTH.places)
  })

  it('is read back from CSV unchanged except for its ids, including names that need quotes', () => {
    expect(withoutIds(readTruthFile(truthCsv(TRUTH)))).toEqual(withoutIds(TRUTH.places))
  })

  it.each([
    ['{"format":', /is not valid/],
    ['{"format":"sightline-workflow"}', /contains no marks/],
    ['time_s\n1', /no column “place”/],
    ['place,place_kind,record,time_s\nRoad,line,a_to_b,soon', /Row 2 .*“time_s”/],
    ['place,place_kind,record,time_s\nRoad,line,entry,1', /Row 2 .*“record”/],
    ['place,place_kind,record,time_s,until_s\nRoad,line,watched,5,4', /Row 2 .*“until_s”/],
  ])('names the problem with %j', (text, message) => {
    expect(() => readTruthFile(text)).toThrow(message)
  })
})
