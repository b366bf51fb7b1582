import { STOP_LINE } from '../scene/layout.js'

/** @import { Vehicle } from './simulation.js' */

const BRAKING = { car: 2.4, truck: 1.9, bicycle: 2.2 }
const ACCELERATION = { car: 1.9, truck: 1.25, bicycle: 1.1 }
const HEADWAY = 1.15
const STANDSTILL_GAP = 1.9

/**
 * Distance from the front of a vehicle to the stop line; negative once it has passed.
 * @param {Vehicle} vehicle
 */
export function distanceToStop(vehicle) {
  return -STOP_LINE - (vehicle.progress + vehicle.length / 2)
}

/**
 * @param {Vehicle} vehicle
 * @param {number} [braking]
 */
export function canStillStop(vehicle, braking = 3.4) {
  return vehicle.speed ** 2 / (2 * braking) < distanceToStop(vehicle)
}

/** @param {Vehicle} vehicle */
export function hasClearedCrossing(vehicle) {
  return vehicle.progress - vehicle.length / 2 > STOP_LINE - 0.8
}

/**
 * Car following (intelligent driver model); a blocked crossing acts like a stationary car.
 * @param {readonly Vehicle[]} vehicles
 * @param {boolean} blocked
 * @param {number} step
 */
export function stepLane(vehicles, blocked, step) {
  const ordered = [...vehicles].sort((a, b) => b.progress - a.progress)
  ordered.forEach((vehicle, index) => {
    const leader = ordered[index - 1]
    let acceleration = freeAcceleration(vehicle)
    if (leader) {
      const gap = leader.progress - leader.length / 2 - (vehicle.progress + vehicle.length / 2)
      acceleration = Math.min(acceleration, following(vehicle, gap, leader.speed, STANDSTILL_GAP))
    }
    const toStop = distanceToStop(vehicle)
    if (vehicle.yielding && !blocked) vehicle.yielding = false
    if (blocked && !vehicle.yielding && toStop > 0 && toStop < 38 && canStillStop(vehicle)) vehicle.yielding = true
    if (vehicle.yielding) acceleration = Math.min(acceleration, following(vehicle, toStop, 0, 0.3))
    vehicle.acceleration = Math.max(-6, acceleration)
  })
  for (const vehicle of vehicles) {
    vehicle.speed = Math.max(0, vehicle.speed + vehicle.acceleration * step)
    vehicle.progress += vehicle.speed * step
    vehicle.travelled += vehicle.speed * step
  }
}

/** @param {Vehicle} vehicle */
function freeAcceleration(vehicle) {
  return ACCELERATION[vehicle.looks.class] * (1 - (vehicle.speed / vehicle.wanted) ** 4)
}

/**
 * @param {Vehicle} vehicle
 * @param {number} gap
 * @param {number} leaderSpeed
 * @param {number} standstill
 */
function following(vehicle, gap, leaderSpeed, standstill) {
  const comfort = ACCELERATION[vehicle.looks.class]
  const closing =
    (vehicle.speed * (vehicle.speed - leaderSpeed)) / (2 * Math.sqrt(comfort * BRAKING[vehicle.looks.class]))
  const wantedGap = standstill + Math.max(0, vehicle.speed * HEADWAY * 0.8 + closing)
  return comfort * (1 - (vehicle.speed / vehicle.wanted) ** 4 - (wantedGap / Math.max(0.2, gap)) ** 2)
}
