/** @import { Random } from '../scene/random.js' */
/** @typedef {'car' | 'truck' | 'bicycle'} VehicleKind */
/**
 * The left and the right of the road; as a direction, towards the camera and away from it.
 * @typedef {-1 | 1} Side
 */
/**
 * A vehicle that enters at a time; `wanted` is a speed in m/s.
 * @typedef {{ kind: VehicleKind, direction: Side, time: number, wanted: number }} VehiclePlan
 */
/** @typedef {{ side: Side, heading: Side, lateral: number, start: number, wanted: number }} Walker */
/**
 * Somebody who crosses the road on the zebra.
 * @typedef {object} Crosser
 * @property {Side} side where they come from
 * @property {number} kerbTime
 * @property {number} at
 * @property {number} wanted
 * @property {boolean} fromNear
 * @property {boolean} toNear
 * @property {number} lateral
 * @property {number} lateralAfter
 */
/** @typedef {{ vehicles: VehiclePlan[], walkers: Walker[], crossers: Crosser[] }} Schedule */

/** @type {readonly Side[]} */
const SIDES = [-1, 1]

/**
 * Random timetable of arrivals; times in seconds, 0 is the first frame.
 * @param {Random} random
 * @param {{ warmup: number, duration: number }} options
 * @returns {Schedule}
 */
export function createSchedule(random, { warmup, duration }) {
  const density = random.range(0.75, 1.35)
  /** @type {VehiclePlan[]} */
  const vehicles = []
  for (const direction of SIDES.toReversed()) {
    let time = -warmup
    while (time < duration) {
      time += random.range(1.9, 6.2) / density
      vehicles.push({ kind: random.chance(0.22) ? 'truck' : 'car', direction, time, wanted: random.range(7.4, 9.2) })
    }
    time = -warmup + random.range(0, 6)
    while (time < duration) {
      vehicles.push({ kind: 'bicycle', direction, time, wanted: random.range(4.3, 5.6) })
      time += random.range(4, 13) / density
    }
  }
  /** @type {Walker[]} */
  const walkers = []
  for (const side of SIDES) {
    for (let count = 0; count < 9; count++) {
      const heading = random.pick(SIDES)
      const slot = random.integer(0, 1) * 2 + (heading > 0 ? 0 : 1)
      walkers.push({
        side,
        heading,
        lateral: 8.0 + slot * 0.55,
        start: random.range(-60, 105),
        wanted: random.range(1.1, 1.6),
      })
    }
  }
  /** @type {Crosser[]} */
  const crossers = []
  let time = random.range(-14, 4)
  while (time < duration) {
    const group = random.integer(1, 4)
    for (let member = 0; member < group; member++) {
      crossers.push({
        side: random.pick(SIDES),
        kerbTime: time + random.range(0, 2.6),
        at: random.range(-1.35, 1.35),
        fromNear: random.chance(0.5),
        toNear: random.chance(0.5),
        lateral: random.range(8.2, 9.4),
        lateralAfter: random.range(8.2, 9.4),
        wanted: random.range(1.25, 1.6),
      })
    }
    time += random.range(9, 17) / density
  }
  return { vehicles, walkers, crossers }
}
