/** @import { Random } from '../scene/random.js' */
/** @import { Crosser, Schedule, Side, VehicleKind, VehiclePlan, Walker } from './schedule.js' */

const APPROACH_SECONDS = 14.7
const DEPARTURE_SECONDS = 5.6
const SPEED = 8.3

/**
 * The timetable of the demo video: [kind, time at the zebra if nothing is in its path].
 * @type {[kind: VehicleKind, time: number][]}
 */
const APPROACHING = [
  ['car', -7],
  ['car', -3.4],
  ['car', 0.4],
  ['truck', 3.0],
  ['car', 6.2],
  ['car', 9.6],
  ['truck', 21],
  ['car', 24],
  ['car', 24],
  ['car', 27],
  ['car', 30],
]
/** @type {[kind: VehicleKind, time: number][]} */
const DEPARTING = [
  ['car', -4.5],
  ['truck', -1],
  ['car', 3.4],
  ['car', 5.9],
  ['car', 8.9],
  ['truck', 17],
  ['car', 26.5],
  ['car', 26.5],
]
const APPROACHING_BICYCLES = [-4, 2.4, 10.5, 20.2]
const DEPARTING_BICYCLES = [-6, 4.4, 9.4, 12.4, 31]

/**
 * [side they start on, time at the kerb, offset on the zebra, speed, comes from near, leaves to near].
 * @type {[Side, number, number, number, boolean, boolean][]}
 */
const CROSSERS = [
  [-1, 5.2, 0.9, 1.5, true, false],
  [-1, 6.65, -0.2, 1.5, false, true],
  [1, 7.7, -1.1, 1.5, false, true],
  [1, 8.5, 0.5, 1.5, true, false],
  [-1, 10.05, 1.2, 1.58, true, true],
  [1, 28, -0.6, 1.45, true, false],
]

/** @type {(kind: VehicleKind, direction: Side, time: number, wanted: number) => VehiclePlan} */
const planOf = (kind, direction, time, wanted) => ({ kind, direction, time, wanted })

/**
 * @param {Random} random
 * @returns {Schedule}
 */
export function createDemoSchedule(random) {
  const vehicles = [
    ...APPROACHING.map(([kind, time]) => planOf(kind, -1, time - APPROACH_SECONDS, SPEED)),
    ...DEPARTING.map(([kind, time]) => planOf(kind, 1, time - DEPARTURE_SECONDS, SPEED)),
    ...APPROACHING_BICYCLES.map((time) => planOf('bicycle', -1, time - 24, 5)),
    ...DEPARTING_BICYCLES.map((time) => planOf('bicycle', 1, time - 9.2, 4.9)),
  ]
  /** @type {Crosser[]} */
  const crossers = CROSSERS.map(([side, kerbTime, at, wanted, fromNear, toNear], index) => ({
    side,
    kerbTime,
    at,
    wanted,
    fromNear,
    toNear,
    lateral: 8.3 + (index % 3) * 0.45,
    lateralAfter: 8.4 + (index % 4) * 0.35,
  }))
  /** @type {Walker[]} */
  const walkers = []
  for (const side of /** @type {const} */ ([-1, 1])) {
    for (let count = 0; count < 8; count++) {
      const heading = count % 2 ? 1 : -1
      const lateral = 8 + (count % 4) * 0.5
      walkers.push({
        side,
        heading,
        lateral,
        start: -40 + count * 17 + random.range(0, 9),
        wanted: random.range(1.15, 1.5),
      })
    }
  }
  return { vehicles, walkers, crossers }
}
