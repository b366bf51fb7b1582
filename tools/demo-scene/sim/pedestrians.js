import { ROAD_HALF, STOP_LINE } from '../scene/layout.js'
import { canStillStop, distanceToStop, hasClearedCrossing } from './vehicles.js'

const KERB = ROAD_HALF + 0.45
const ANNOUNCE = 3.2

/** Straight walk along one pavement. */
export function pavementPath(from, to, lateral) {
  return measure([
    [from, lateral],
    [to, lateral],
  ])
}

/** Along one pavement, over the zebra, and on along the other pavement. */
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

function smooth(points) {
  let current = points
  for (let pass = 0; pass < 3; pass++) {
    const next = [current[0]]
    for (let index = 0; index < current.length - 1; index++) {
      const [a, b] = [current[index], current[index + 1]]
      next.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25])
      next.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75])
    }
    next.push(current.at(-1))
    current = next
  }
  return current
}

function measure(points) {
  const lengths = [0]
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]]
    lengths.push(lengths[index - 1] + Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  return { points, lengths, total: lengths.at(-1) }
}

export function pointOnPath({ points, lengths }, distance) {
  let index = 1
  while (index < points.length - 1 && lengths[index] < distance) index++
  const span = lengths[index] - lengths[index - 1] || 1
  const ratio = (distance - lengths[index - 1]) / span
  const [a, b] = [points[index - 1], points[index]]
  return {
    s: a[0] + (b[0] - a[0]) * ratio,
    lateral: a[1] + (b[1] - a[1]) * ratio,
    ds: b[0] - a[0],
    dLateral: b[1] - a[1],
  }
}

export function kerbDistance(path, side) {
  for (let distance = 0; distance < path.total; distance += 0.05) {
    if (side * pointOnPath(path, distance).lateral < KERB) return distance
  }
  throw new Error('the path never reaches the kerb')
}

/** The halves of the road that must yield to this pedestrian. */
export function claims(pedestrian) {
  if (!pedestrian.crosses) return { left: false, right: false }
  const ahead = pedestrian.kerbAt - pedestrian.distance
  if (ahead > ANNOUNCE) return { left: false, right: false }
  const { lateral } = pointOnPath(pedestrian.path, pedestrian.distance)
  const travelled = -pedestrian.side * lateral
  const onFirstHalf = travelled < 0.4
  const onRoad = travelled < ROAD_HALF - 0.6
  return pedestrian.side < 0 ? { left: onFirstHalf, right: onRoad } : { left: onRoad, right: onFirstHalf }
}

export function stepPedestrian(pedestrian, vehicles, step) {
  const next = pedestrian.distance + pedestrian.wanted * step
  const atKerb = pedestrian.crosses && pedestrian.distance <= pedestrian.kerbAt && next > pedestrian.kerbAt
  const target = atKerb && !isSafe(vehicles) ? 0 : pedestrian.wanted
  const change = 3.5 * step
  pedestrian.speed += Math.max(-change * 3, Math.min(change, target - pedestrian.speed))
  if (atKerb && target === 0) pedestrian.speed = 0
  pedestrian.distance += pedestrian.speed * step
}

function isSafe(vehicles) {
  return vehicles.every((vehicle) => {
    if (hasClearedCrossing(vehicle)) return true
    const distance = distanceToStop(vehicle)
    if (distance > 30 + STOP_LINE) return true
    return distance > 0 && (vehicle.yielding || canStillStop(vehicle, 1.6))
  })
}
