import { BIKE_CENTRE, headingAngle, KERB_HEIGHT, LANE_CENTRE, placeAt, ROAD_HALF } from '../scene/layout.js'
import { claims, crossingPath, kerbDistance, pavementPath, pointOnPath, stepPedestrian } from './pedestrians.js'
import { chooseStyle } from './styles.js'
import { stepLane } from './vehicles.js'

export const FPS = 25
export const WARMUP = 55
const ENTRY = { 1: -46, '-1': -122 }
const EXIT = { 1: 125, '-1': 48 }
const NEAR_END = -38
const FAR_END = 105

/** Simulates the street frame by frame and records all positions. */
export function simulate(random, schedule, frameCount) {
  const actors = createActors(random, schedule)
  const step = 1 / FPS
  const frames = []
  for (let tick = -WARMUP * FPS; tick < frameCount; tick++) {
    const time = tick * step
    if (tick >= 0) frames.push(actors.filter((actor) => actor.active).map(poseOf))
    advance(actors, time, step)
  }
  return { actors: actors.map(({ id, class: kind, style }) => ({ id, class: kind, style })), frames }
}

function createActors(random, { vehicles, walkers, crossers }) {
  const actors = []
  const base = (kind) => ({ id: actors.length + 1, class: kind, style: chooseStyle(random, kind), active: false })
  for (const plan of [...vehicles].sort((a, b) => a.time - b.time)) {
    const actor = base(plan.kind)
    actors.push({ ...actor, ...plan, isVehicle: true, length: actor.style.length, travelled: 0, yielding: false })
  }
  for (const plan of walkers) {
    const path = pavementPath(
      plan.heading > 0 ? NEAR_END : FAR_END,
      plan.heading > 0 ? FAR_END : NEAR_END,
      plan.side * plan.lateral,
    )
    const offset = plan.heading > 0 ? plan.start - NEAR_END : FAR_END - plan.start
    actors.push({
      ...base('pedestrian'),
      ...plan,
      path,
      crosses: false,
      distance: offset - plan.wanted * WARMUP * 0.5,
      speed: plan.wanted,
    })
  }
  for (const plan of crossers) {
    const path = crossingPath({
      ...plan,
      from: plan.fromNear ? NEAR_END : FAR_END,
      to: plan.toNear ? NEAR_END : FAR_END,
    })
    const kerbAt = kerbDistance(path, plan.side)
    actors.push({
      ...base('pedestrian'),
      ...plan,
      path,
      crosses: true,
      kerbAt,
      distance: kerbAt - plan.wanted * (plan.kerbTime + WARMUP),
      speed: plan.wanted,
    })
  }
  return actors
}

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
  for (const direction of [1, -1]) {
    for (const isBicycle of [false, true]) {
      const inLane = (vehicle) => vehicle.direction === direction && (vehicle.class === 'bicycle') === isBicycle
      enterLane(vehicles.filter(inLane), present.filter(inLane), time)
      stepLane(present.filter(inLane), blocked[direction], step)
    }
  }
  for (const vehicle of present) {
    if (vehicle.progress > EXIT[vehicle.direction]) Object.assign(vehicle, { active: false, gone: true })
  }
}

function enterLane(lane, present, time) {
  const next = lane.find((vehicle) => !vehicle.active && !vehicle.gone)
  if (!next || next.time > time) return
  const entry = ENTRY[next.direction]
  const last = present.reduce((rear, vehicle) => Math.min(rear, vehicle.progress - vehicle.length / 2), Infinity)
  if (last < entry + next.length / 2 + 7) return
  Object.assign(next, { active: true, progress: entry, speed: next.wanted })
}

function poseOf(actor) {
  if (!actor.isVehicle) return pedestrianPose(actor)
  const lateral = actor.direction * (actor.class === 'bicycle' ? BIKE_CENTRE : LANE_CENTRE)
  const { x, z, dx, dz } = placeAt(actor.direction * actor.progress, lateral)
  return {
    id: actor.id,
    x,
    y: 0,
    z,
    angle: headingAngle(dx * actor.direction, dz * actor.direction),
    travelled: actor.travelled,
    braking: (actor.acceleration ?? 0) < -0.5 || actor.speed < 0.05,
  }
}

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
