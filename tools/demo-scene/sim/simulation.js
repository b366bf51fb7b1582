import { BIKE_CENTRE, headingAngle, KERB_HEIGHT, LANE_CENTRE, placeAt, ROAD_HALF } from '../scene/layout.js'
import { claims, crossingPath, kerbDistance, pavementPath, pointOnPath, stepPedestrian } from './pedestrians.js'
import { choosePerson, chooseVehicle } from './styles.js'
import { stepLane } from './vehicles.js'

/** @import { Random } from '../scene/random.js' */
/** @import { Path } from './pedestrians.js' */
/** @import { Schedule, Side } from './schedule.js' */
/** @import { Looks, VehicleLooks } from './styles.js' */
/**
 * @typedef {object} Vehicle
 * @property {true} isVehicle
 * @property {number} id
 * @property {VehicleLooks} looks
 * @property {Side} direction
 * @property {number} time when it wants to enter, in seconds
 * @property {number} wanted a speed in m/s
 * @property {number} length
 * @property {number} progress along the road in its direction, in metres
 * @property {number} speed
 * @property {number} acceleration
 * @property {number} travelled
 * @property {boolean} yielding
 * @property {boolean} active
 * @property {boolean} gone
 */
/**
 * @typedef {object} Pedestrian
 * @property {false} isVehicle
 * @property {number} id
 * @property {Looks} looks
 * @property {Side} side
 * @property {Path} path
 * @property {number | null} kerbAt the distance on the path where the zebra begins; null for somebody who does not cross
 * @property {number} distance
 * @property {number} wanted
 * @property {number} speed
 * @property {boolean} active
 */
/** @typedef {Vehicle | Pedestrian} Actor */
/** @typedef {{ left: boolean, right: boolean }} Claim the halves of the road that a pedestrian claims */
/**
 * @typedef {object} Pose
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {number} z
 * @property {number} angle
 * @property {number} travelled
 * @property {number} stride of a pedestrian; 0 is standing
 */

export const FPS = 25
export const WARMUP = 55
const ENTRY = { 1: -46, '-1': -122 }
const EXIT = { 1: 125, '-1': 48 }
const NEAR_END = -38
const FAR_END = 105

/**
 * Simulates the street frame by frame and records all positions.
 * @param {Random} random
 * @param {Schedule} schedule
 * @param {number} frameCount
 */
export function simulate(random, schedule, frameCount) {
  const actors = createActors(random, schedule)
  const step = 1 / FPS
  /** @type {Pose[][]} */
  const frames = []
  for (let tick = -WARMUP * FPS; tick < frameCount; tick++) {
    const time = tick * step
    if (tick >= 0) frames.push(actors.filter((actor) => actor.active).map(poseOf))
    advance(actors, time, step)
  }
  return { actors: actors.map(({ looks }) => looks), frames }
}

/**
 * @param {Random} random
 * @param {Schedule} schedule
 */
function createActors(random, { vehicles, walkers, crossers }) {
  /** @type {Actor[]} */
  const actors = []
  for (const plan of [...vehicles].sort((a, b) => a.time - b.time)) {
    const looks = chooseVehicle(random, plan.kind)
    actors.push({
      isVehicle: true,
      id: actors.length + 1,
      looks,
      direction: plan.direction,
      time: plan.time,
      wanted: plan.wanted,
      length: looks.style.length,
      progress: 0,
      speed: 0,
      acceleration: 0,
      travelled: 0,
      yielding: false,
      active: false,
      gone: false,
    })
  }
  for (const plan of walkers) {
    const path = pavementPath(
      plan.heading > 0 ? NEAR_END : FAR_END,
      plan.heading > 0 ? FAR_END : NEAR_END,
      plan.side * plan.lateral,
    )
    const offset = plan.heading > 0 ? plan.start - NEAR_END : FAR_END - plan.start
    actors.push({
      isVehicle: false,
      id: actors.length + 1,
      looks: choosePerson(random),
      side: plan.side,
      wanted: plan.wanted,
      path,
      kerbAt: null,
      distance: offset - plan.wanted * WARMUP * 0.5,
      speed: plan.wanted,
      active: false,
    })
  }
  for (const plan of crossers) {
    const path = crossingPath({
      from: plan.fromNear ? NEAR_END : FAR_END,
      to: plan.toNear ? NEAR_END : FAR_END,
      side: plan.side,
      lateral: plan.lateral,
      lateralAfter: plan.lateralAfter,
      at: plan.at,
    })
    const kerbAt = kerbDistance(path, plan.side)
    actors.push({
      isVehicle: false,
      id: actors.length + 1,
      looks: choosePerson(random),
      side: plan.side,
      wanted: plan.wanted,
      path,
      kerbAt,
      distance: kerbAt - plan.wanted * (plan.kerbTime + WARMUP),
      speed: plan.wanted,
      active: false,
    })
  }
  return actors
}

/**
 * @param {readonly Actor[]} actors
 * @param {number} time
 * @param {number} step
 */
function advance(actors, time, step) {
  const vehicles = actors.filter((actor) => actor.isVehicle)
  const present = vehicles.filter((vehicle) => vehicle.active)
  const pedestrians = actors.filter((actor) => !actor.isVehicle)
  for (const pedestrian of pedestrians) {
    stepPedestrian(pedestrian, present, step)
    pedestrian.active = pedestrian.distance > 0 && pedestrian.distance < pedestrian.path.total
  }
  const claimed = pedestrians.filter((pedestrian) => pedestrian.active).map(claims)
  const blocked = { 1: claimed.some((claim) => claim.right), '-1': claimed.some((claim) => claim.left) }
  for (const direction of /** @type {const} */ ([1, -1])) {
    for (const isBicycle of [false, true]) {
      /** @param {Vehicle} vehicle */
      const inLane = (vehicle) => vehicle.direction === direction && (vehicle.looks.class === 'bicycle') === isBicycle
      enterLane(vehicles.filter(inLane), present.filter(inLane), time)
      stepLane(present.filter(inLane), blocked[direction], step)
    }
  }
  for (const vehicle of present) {
    if (vehicle.progress > EXIT[vehicle.direction]) Object.assign(vehicle, { active: false, gone: true })
  }
}

/**
 * @param {readonly Vehicle[]} lane
 * @param {readonly Vehicle[]} present
 * @param {number} time
 */
function enterLane(lane, present, time) {
  const next = lane.find((vehicle) => !vehicle.active && !vehicle.gone)
  if (!next || next.time > time) return
  const entry = ENTRY[next.direction]
  const last = present.reduce((rear, vehicle) => Math.min(rear, vehicle.progress - vehicle.length / 2), Infinity)
  if (last < entry + next.length / 2 + 7) return
  Object.assign(next, { active: true, progress: entry, speed: next.wanted })
}

/**
 * @param {Actor} actor
 * @returns {Pose}
 */
function poseOf(actor) {
  if (!actor.isVehicle) return pedestrianPose(actor)
  const lateral = actor.direction * (actor.looks.class === 'bicycle' ? BIKE_CENTRE : LANE_CENTRE)
  const { x, z, dx, dz } = placeAt(actor.direction * actor.progress, lateral)
  return {
    id: actor.id,
    x,
    y: 0,
    z,
    angle: headingAngle(dx * actor.direction, dz * actor.direction),
    travelled: actor.travelled,
    stride: 0,
  }
}

/**
 * @param {Pedestrian} actor
 * @returns {Pose}
 */
function pedestrianPose(actor) {
  const { s, lateral, ds, dLateral } = pointOnPath(actor.path, actor.distance)
  const { x, z, dx, dz } = placeAt(s, lateral)
  const onPavement = Math.abs(lateral) > ROAD_HALF
  // The direction to the right of the road direction (dx, dz) is (-dz, dx).
  return {
    id: actor.id,
    x,
    y: onPavement ? KERB_HEIGHT : 0.02,
    z,
    angle: headingAngle(dx * ds - dz * dLateral, dz * ds + dx * dLateral),
    travelled: actor.distance,
    stride: Math.min(1, actor.speed / actor.wanted),
  }
}
