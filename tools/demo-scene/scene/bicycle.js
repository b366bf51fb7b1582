import * as THREE from 'three'
import { box, capsule, createParts, sphere } from './parts.js'

/** @import { Materials } from './materials.js' */
/** @import { Parts, Triple } from './parts.js' */
/**
 * @typedef {object} Clothes colours of a person
 * @property {number} skin
 * @property {number} hair
 * @property {number} top
 * @property {number} legs
 * @property {number} shoe
 * @property {number} bagColor
 */
/** @typedef {Clothes & { frame: number, helmet: number, bag: boolean, length: number }} BicycleStyle */

export const FRAME_COLORS = [0xd2473a, 0x2f77b5, 0x2c2f33, 0x3f9a72, 0xe3b23c, 0xe8e6e0]
const WHEEL = 0.35
const CRANK = { x: 0.0, y: 0.29 }
const HIP = { x: -0.2, y: 1.0 }
const THIGH = 0.45
const SHIN = 0.47

/**
 * Bicycle and rider as one object, front is +X.
 * @param {Materials} materials
 * @param {BicycleStyle} style
 */
export function buildBicycle(materials, style) {
  const group = new THREE.Group()
  const parts = createParts()
  addFrame(parts, style.frame)
  addRider(parts, style)
  group.add(parts.build(materials))

  const wheels = [-0.52, 0.54].map((x) => {
    const wheel = buildSpokedWheel(materials)
    wheel.position.set(x, WHEEL, 0)
    group.add(wheel)
    return wheel
  })
  const legs = [-1, 1].map((side) => {
    const leg = buildPedalLeg(materials, style)
    leg.thigh.position.set(HIP.x, HIP.y - 0.04, side * 0.1)
    group.add(leg.thigh)
    return { ...leg, side }
  })
  group.scale.setScalar(1.05)
  return { group, wheels, legs, wheelRadius: WHEEL, length: 1.8, width: 0.6 }
}

/**
 * @param {Parts} parts
 * @param {number} color
 */
function addFrame(parts, color) {
  /**
   * @param {Triple} from
   * @param {Triple} to
   * @param {number} [radius]
   */
  const tube = (from, to, radius = 0.024) => parts.tube('paint', from, to, radius, color)
  tube([0, 0.29, 0], [-0.17, 0.86, 0])
  tube([0, 0.29, 0], [0.4, 0.72, 0], 0.028)
  tube([-0.14, 0.78, 0], [0.38, 0.82, 0])
  tube([0, 0.29, 0], [-0.52, WHEEL, 0], 0.018)
  tube([-0.14, 0.78, 0], [-0.52, WHEEL, 0], 0.018)
  tube([0.37, 0.95, 0], [0.54, WHEEL, 0], 0.022)
  parts.add('matte', box(0.26, 0.05, 0.14), 0x1b1c1e, { at: [-0.2, 0.89, 0] })
  parts.tube('metal', [0.4, 1.0, -0.26], [0.4, 1.0, 0.26], 0.018, 0x44484d)
  parts.add('matte', box(0.4, 0.04, 0.06), 0x26282b, { at: [-0.54, WHEEL * 2 + 0.05, 0] })
  parts.add('lamp', box(0.04, 0.05, 0.05), 0xb3150f, { at: [-0.76, WHEEL * 2 + 0.02, 0] })
}

/**
 * @param {Parts} parts
 * @param {BicycleStyle} style
 */
function addRider(parts, { top, legs, skin, helmet, bag, bagColor }) {
  const lean = -0.5
  parts.add('cloth', capsule(0.17, 0.38), top, { at: [-0.03, 1.26, 0], turn: [0, 0, lean], scale: [0.8, 1, 1.1] })
  parts.add('cloth', sphere(0.17), legs, { at: [-0.19, 1.0, 0], scale: [0.95, 0.75, 1] })
  parts.add('cloth', sphere(0.11, 14, 10), skin, { at: [0.17, 1.62, 0], scale: [1, 1.15, 0.92] })
  parts.add('paint', sphere(0.135, 14, 10), helmet, { at: [0.15, 1.68, 0], scale: [1.12, 0.85, 0.98] })
  if (bag) parts.add('cloth', box(0.18, 0.38, 0.32), bagColor, { at: [-0.22, 1.34, 0], turn: [0, 0, lean] })
  for (const side of [-1, 1]) {
    /** @type {Triple} */
    const shoulder = [0.1, 1.45, side * 0.2]
    /** @type {Triple} */
    const elbow = [0.22, 1.2, side * 0.27]
    parts.tube('cloth', shoulder, elbow, 0.062, top, 0.052)
    parts.tube('cloth', elbow, [0.4, 1.03, side * 0.23], 0.05, top, 0.042)
    parts.add('cloth', sphere(0.05, 8, 6), skin, { at: [0.4, 1.03, side * 0.23] })
  }
}

/** @param {Materials} materials */
function buildSpokedWheel(materials) {
  const parts = createParts()
  parts.add('matte', new THREE.TorusGeometry(WHEEL - 0.022, 0.026, 6, 24), 0x1a1b1d)
  parts.add('metal', new THREE.TorusGeometry(WHEEL - 0.055, 0.014, 4, 20), 0xa8adb2)
  for (let spoke = 0; spoke < 5; spoke++) {
    parts.add('metal', box(2 * WHEEL - 0.1, 0.008, 0.008), 0xb5babf, { turn: [0, 0, (spoke * Math.PI) / 5] })
  }
  return parts.build(materials)
}

/**
 * @param {Materials} materials
 * @param {BicycleStyle} style
 */
function buildPedalLeg(materials, { legs, shoe }) {
  const thigh = new THREE.Group()
  const upper = createParts()
  upper.tube('cloth', [0, 0, 0], [0, -THIGH, 0], 0.095, legs, 0.07)
  thigh.add(upper.build(materials))
  const shin = new THREE.Group()
  shin.position.y = -THIGH
  const lower = createParts()
  lower.add('cloth', sphere(0.07, 8, 6), legs)
  lower.tube('cloth', [0, 0, 0], [0, -SHIN, 0], 0.068, legs, 0.05)
  lower.add('cloth', capsule(0.05, 0.14), shoe, { at: [0.05, -SHIN, 0], turn: [0, 0, Math.PI / 2] })
  shin.add(lower.build(materials))
  thigh.add(shin)
  return { thigh, shin }
}

/**
 * Two-bone inverse kinematics keeps each foot on its pedal.
 * @param {Pick<ReturnType<typeof buildBicycle>, 'legs'>} bicycle
 * @param {number} phase
 */
export function pedal({ legs }, phase) {
  for (const leg of legs) {
    const angle = phase + (leg.side > 0 ? Math.PI : 0)
    const dx = CRANK.x + Math.cos(angle) * 0.16 - HIP.x
    const dy = CRANK.y + 0.08 - Math.sin(angle) * 0.16 - (HIP.y - 0.04)
    const reach = Math.min(Math.hypot(dx, dy), THIGH + SHIN - 0.001)
    const direction = Math.atan2(dx, -dy)
    const atHip = Math.acos((THIGH ** 2 + reach ** 2 - SHIN ** 2) / (2 * THIGH * reach))
    const atKnee = Math.acos((THIGH ** 2 + SHIN ** 2 - reach ** 2) / (2 * THIGH * SHIN))
    leg.thigh.rotation.z = direction + atHip
    leg.shin.rotation.z = -(Math.PI - atKnee)
  }
}
