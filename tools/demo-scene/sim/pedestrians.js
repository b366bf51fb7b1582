import { ROAD_HALF, STOP_LINE } from '../scene/layout.js'
import { canStillStop, distanceToStop, hasClearedCrossing } from './vehicles.js'

/** @import { Claim, Pedestrian, Vehicle } from './simulation.js' */
/** @typedef {[s: number, lateral: number]} Waypoint */
/** @typedef {ReturnType<typeof measure>} Path */

const KERB = ROAD_HALF + 0.45
const ANNOUNCE = 3.2

/**
 * Straight walk along one pavement.
 * @param {number} from
 * @param {number} to
 * @param {number} lateral
 */
export function pavementPath(from, to, lateral) {
  return measure([
    [from, lateral],
    [to, lateral],
  ])
}

/**
 * Along one pavement, over the zebra, and on along the other pavement.
 * @param {{ from: number, to: number, side: number, lateral: number, lateralAfter: number, at: number }} crossing
 */
export function crossingPath({ from, to, side, lateral, lateralAfter, at }) {
  const corner = 0.9
  const before = Math.sign(at - from)
  const after = Math.sign(to - at)
  return measure(
    smooth([
      [from, side * lateral],
      [at - before * corner, side * lateral],
      [at, side * (lateral - corner)],
      [at, side * KERB],
      [at, -side * KERB],
      [at, -side * (lateralAfter - corner)],
      [at + after * corner, -side * lateralAfter],
      [to, -side * lateralAfter],
    ]),
  )
}

/**
 * @param {Waypoint[]} points
 * @returns {Waypoint[]}
 */
function smooth(points) {
  let current = points
  for (let pass = 0; pass < 3; pass++) {
    const cut = pairsOf(current).flatMap(
      /** @returns {Waypoint[]} */ ([a, b]) => [
        [a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25],
        [a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75],
      ],
    )
    current = [...current.slice(0, 1), ...cut, ...current.slice(-1)]
  }
  return current
}

/**
 * Each point but the last with the one that follows it.
 * @param {readonly Waypoint[]} points
 */
const pairsOf = (points) =>
  points.slice(0, -1).map((a, index) => /** @type {[Waypoint, Waypoint]} */ ([a, points[index + 1]]))

/** @param {readonly Waypoint[]} points */
function measure(points) {
  let total = 0
  const segments = pairsOf(points).map(([a, b]) => {
    const from = total
    total += Math.hypot(b[0] - a[0], b[1] - a[1])
    return { a, b, from, to: total }
  })
  return { segments, total }
}

/**
 * @param {Path} path
 * @param {number} distance
 */
export function pointOnPath({ segments }, distance) {
  const segment = segments.find(({ to }) => to >= distance) ?? segments.at(-1)
  if (!segment) throw new Error('The path has no segment.')
  const { a, b, from, to } = segment
  const ratio = (distance - from) / (to - from || 1)
  return {
    s: a[0] + (b[0] - a[0]) * ratio,
    lateral: a[1] + (b[1] - a[1]) * ratio,
    ds: b[0] - a[0],
    dLateral: b[1] - a[1],
  }
}

/**
 * @param {Path} path
 * @param {number} side
 */
export function kerbDistance(path, side) {
  for (let distance = 0; distance < path.total; distance += 0.05) {
    if (side * pointOnPath(path, distance).lateral < KERB) return distance
  }
  throw new Error('the path never reaches the kerb')
}

/**
 * The halves of the road that must yield to this pedestrian.
 * @param {Pedestrian} pedestrian
 * @returns {Claim}
 */
export function claims(pedestrian) {
  if (pedestrian.kerbAt === null) return { left: false, right: false }
  const ahead = pedestrian.kerbAt - pedestrian.distance
  if (ahead > ANNOUNCE) return { left: false, right: false }
  const { lateral } = pointOnPath(pedestrian.path, pedestrian.distance)
  const travelled = -pedestrian.side * lateral
  const onFirstHalf = travelled < 0.4
  const onRoad = travelled < ROAD_HALF - 0.6
  return pedestrian.side < 0 ? { left: onFirstHalf, right: onRoad } : { left: onRoad, right: onFirstHalf }
}

/**
 * @param {Pedestrian} pedestrian
 * @param {readonly Vehicle[]} vehicles
 * @param {number} step
 */
export function stepPedestrian(pedestrian, vehicles, step) {
  const next = pedestrian.distance + pedestrian.wanted * step
  const { kerbAt } = pedestrian
  const atKerb = kerbAt !== null && pedestrian.distance <= kerbAt && next > kerbAt
  const target = atKerb && !isSafe(vehicles) ? 0 : pedestrian.wanted
  const change = 3.5 * step
  pedestrian.speed += Math.max(-change * 3, Math.min(change, target - pedestrian.speed))
  if (atKerb && target === 0) pedestrian.speed = 0
  pedestrian.distance += pedestrian.speed * step
}

/** @param {readonly Vehicle[]} vehicles */
function isSafe(vehicles) {
  return vehicles.every((vehicle) => {
    if (hasClearedCrossing(vehicle)) return true
    const distance = distanceToStop(vehicle)
    if (distance > 30 + STOP_LINE) return true
    return distance > 0 && (vehicle.yielding || canStillStop(vehicle, 1.6))
  })
}
