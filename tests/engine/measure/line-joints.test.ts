import { describe, expect, it } from 'vitest'
import { crossings, line, measurer, path, stay, walk } from './walk.ts'

const gate = () =>
  line([
    [300, 500],
    [700, 500],
  ])

const directions = (events: ReturnType<typeof crossings>) => crossings(events).map((e) => e.direction)

describe('a line at its joints and ends', () => {
  // From the left along y = 500, then back above it: side A is the narrow wedge between its segments, and its outside
  // is side B.
  const acute = () =>
    line([
      [300, 500],
      [700, 500],
      [400, 440],
    ])
  const corner = () =>
    line([
      [300, 500],
      [500, 500],
      [500, 700],
    ])
  const bent = () =>
    line([
      [290, 570],
      [500, 500],
      [710, 570],
    ])
  const there = (...spots: (readonly [number, number])[]) => spots.flatMap((spot, k) => stay(spot, k % 2 === 0 ? 9 : 1))

  it.each([
    ['from outside a corner', corner, [560, 440], [500, 500]],
    ['from inside a corner', corner, [440, 560], [500, 500]],
    ['in line with the first segment', corner, [560, 500], [500, 500]],
    ['in line with the second segment', corner, [500, 440], [500, 500]],
    ['from outside an acute angle', acute, [800, 520], [700, 500]],
    ['from inside an acute angle', acute, [420, 470], [700, 500]],
    ['from beside an acute angle', acute, [740, 440], [700, 500]],
    ['from above an obtuse angle', bent, [500, 400], [500, 500]],
    ['from below an obtuse angle', bent, [500, 600], [500, 500]],
    ['at the first point', bent, [250, 500], [290, 570]],
    ['at the last point, in line with the segment', bent, [770, 590], [710, 570]],
  ] as const)('does not count a touch of a joint or end that returns %s', (_name, of, from, joint) => {
    expect(crossings(walk(measurer([of()]), there(from, joint, from)))).toEqual([])
    // The same where frames are so far apart that one beside the line settles.
    expect(crossings(walk(measurer([of()]), there(from, joint, from), { fps: 2 }))).toEqual([])
  })

  it.each([
    ['a corner', corner, [560, 440], [440, 560], 'a_to_b'],
    ['an acute angle', acute, [800, 510], [600, 490], 'b_to_a'],
    ['an obtuse angle', bent, [500, 400], [500, 600], 'a_to_b'],
  ] as const)(
    'counts a path through the joint of %s once, and not one that comes back',
    (_name, of, from, to, expected) => {
      expect(directions(walk(measurer([of()]), there(from, to).slice(0, -1).concat(stay(to, 9))))).toEqual([expected])
      expect(directions(walk(measurer([of()]), there(from, to, from)))).toEqual([])
    },
  )

  it('counts a path through its first or last point', () => {
    expect(directions(walk(measurer([gate()]), [...stay([300, 450], 5), ...stay([300, 550], 9)]))).toEqual(['a_to_b'])
    expect(directions(walk(measurer([gate()]), [...stay([700, 550], 5), ...stay([700, 450], 9)]))).toEqual(['b_to_a'])
  })

  it('counts a path along a segment by the sides on which it arrives and leaves', () => {
    const along = [...stay([350, 440], 9), ...path([350, 500], [450, 500], 11)]
    expect(directions(walk(measurer([corner()]), [...along, ...stay([450, 440], 9)]))).toEqual([])
    expect(directions(walk(measurer([corner()]), [...along, ...stay([450, 560], 9)]))).toEqual(['a_to_b'])
    // On through the joint, which bends away to the right.
    const beyond = [...along, ...path([460, 500], [600, 500], 15)]
    expect(directions(walk(measurer([corner()]), [...beyond, ...stay([600, 440], 9)]))).toEqual([])
    expect(directions(walk(measurer([corner()]), [...beyond, ...stay([600, 600], 9)]))).toEqual([])
  })

  it('counts nothing on the straight continuation of a segment', () => {
    expect(directions(walk(measurer([corner()]), [...stay([560, 440], 9), ...stay([560, 560], 9)]))).toEqual([])
    expect(directions(walk(measurer([corner()]), [...stay([440, 760], 9), ...stay([560, 760], 9)]))).toEqual([])
    expect(directions(walk(measurer([corner()]), [...stay([200, 500], 9), ...stay([250, 500], 9)]))).toEqual([])
  })
})

it('loses and invents no crossing where a sighting is a hair beside the line', () => {
  for (const hair of [1e-2, 1e-3, 3e-4, 1e-9, 0, -1e-9, -3e-4, -1e-3, -1e-2]) {
    const beside = [...stay([500, 450], 9), [500, 500 + hair] as const]
    expect(directions(walk(measurer([gate()]), [...beside, ...stay([500, 550], 9)]))).toEqual(['a_to_b'])
    expect(directions(walk(measurer([gate()]), [...beside, ...stay([500, 450], 9)]))).toEqual([])
  }
})

it('a line whose points are all the same counts nothing', () => {
  const point = line([
    [500, 500],
    [500, 500],
  ])
  expect(directions(walk(measurer([point]), [...stay([500, 450], 9), ...stay([500, 550], 9)]))).toEqual([])
})
