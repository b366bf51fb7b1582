import * as THREE from 'three'
import { box, createParts, cylinder, extrudeProfile, extrudeShape, taperAbove } from './parts.js'

/** @import { Materials } from './materials.js' */
/** @import { Parts, Triple } from './parts.js' */
/** @typedef {'sedan' | 'hatch' | 'estate' | 'suv'} BodyName */
/** @typedef {{ bodyName: BodyName, color: number, length: number }} CarStyle */
/**
 * The x of the corners of a cabin: low and high behind, high and low in front.
 * @typedef {readonly [number, number, number, number]} Cabin
 */

/** @type {Readonly<Record<BodyName, { length: number, belt: number, roof: number, bonnet: number, cabin: Cabin }>>} */
const BODIES = {
  sedan: { length: 4.55, belt: 0.92, roof: 1.44, bonnet: 1.15, cabin: [-1.55, -0.85, 0.45, 1.2] },
  hatch: { length: 3.95, belt: 0.95, roof: 1.5, bonnet: 0.95, cabin: [-1.88, -1.6, 0.4, 1.1] },
  estate: { length: 4.65, belt: 0.95, roof: 1.5, bonnet: 1.15, cabin: [-2.2, -1.85, 0.5, 1.25] },
  suv: { length: 4.6, belt: 1.12, roof: 1.72, bonnet: 1.1, cabin: [-2.18, -1.8, 0.45, 1.15] },
}
export const CAR_COLORS = [
  0xc8352b, 0x2a5fa8, 0xe9e7e1, 0x23272e, 0x9aa3ab, 0xd9a521, 0x2f7a5d, 0x6d1f2f, 0x5b7fa6, 0xf2f0ea, 0xe0703a,
  0x3b4a5a,
]
export const CAR_BODIES = /** @type {BodyName[]} */ (Object.keys(BODIES))

/** @param {BodyName} bodyName */
export function carLength(bodyName) {
  return BODIES[bodyName].length
}

/**
 * Front is +X, wheels are on y = 0, origin below the centre.
 * @param {Materials} materials
 * @param {CarStyle} style
 */
export function buildCar(materials, { bodyName, color }) {
  const { length, belt, roof, bonnet, cabin } = BODIES[bodyName]
  const half = length / 2
  const width = 1.82
  const axle = length * 0.3
  const group = new THREE.Group()
  const parts = createParts()

  parts.add('paint', extrudeShape(lowerBody(half, belt, bonnet, axle), width, 0.09), color)
  const glass = extrudeProfile(
    [
      [cabin[0], belt - 0.03],
      [cabin[1], roof - 0.04],
      [cabin[2], roof - 0.04],
      [cabin[3], belt - 0.03],
    ],
    width - 0.16,
    0.05,
  )
  parts.add('glass', taperAbove(glass, belt, roof, 0.2), 0x62727e)
  const top = extrudeProfile(
    [
      [cabin[1] - 0.08, roof - 0.1],
      [cabin[1] + 0.1, roof],
      [cabin[2] - 0.15, roof],
      [cabin[2] + 0.1, roof - 0.1],
    ],
    (width - 0.16) * 0.83,
    0.04,
  )
  parts.add('paint', top, color)
  addPillars(parts, cabin, belt, roof, width, color)
  addDetails(parts, half, belt, width, color, cabin)
  group.add(parts.build(materials))

  const wheels = []
  for (const x of [-axle, axle]) {
    for (const side of [-1, 1]) {
      const wheel = buildWheel(materials, 0.33, 0.22)
      wheel.position.set(x, 0.33, side * (width / 2 - 0.12))
      wheels.push(wheel)
      group.add(wheel)
    }
  }
  return { group, wheels, wheelRadius: 0.33, length, width }
}

/**
 * @param {number} half
 * @param {number} belt
 * @param {number} bonnet
 * @param {number} axle
 */
function lowerBody(half, belt, bonnet, axle) {
  const shape = new THREE.Shape()
  const bonnetStart = half - bonnet
  shape.moveTo(-half + 0.04, 0.26)
  shape.lineTo(-axle - 0.4, 0.22)
  shape.absarc(-axle, 0.3, 0.4, Math.PI, 0, true)
  shape.lineTo(axle - 0.4, 0.22)
  shape.absarc(axle, 0.3, 0.4, Math.PI, 0, true)
  shape.lineTo(half - 0.05, 0.26)
  shape.quadraticCurveTo(half, 0.4, half, 0.58)
  shape.quadraticCurveTo(half - 0.04, belt - 0.18, half - 0.28, belt - 0.14)
  shape.lineTo(bonnetStart, belt)
  shape.lineTo(-half + 0.22, belt + 0.02)
  shape.quadraticCurveTo(-half, belt, -half, 0.7)
  shape.lineTo(-half + 0.04, 0.26)
  return shape
}

/**
 * @param {Parts} parts
 * @param {Cabin} cabin
 * @param {number} belt
 * @param {number} roof
 * @param {number} width
 * @param {number} color
 */
function addPillars(parts, cabin, belt, roof, width, color) {
  const lean = (width / 2 - 0.09) * 0.19
  const low = width / 2 - 0.09
  for (const side of [-1, 1]) {
    /** @type {Triple[]} */
    const posts = [
      [cabin[0], cabin[1], 0.055],
      [(cabin[0] + cabin[3]) / 2 - 0.1, (cabin[1] + cabin[2]) / 2 - 0.1, 0.045],
      [cabin[3], cabin[2], 0.045],
    ]
    for (const [lowX, highX, radius] of posts) {
      parts.tube('paint', [lowX, belt - 0.02, side * low], [highX, roof - 0.05, side * (low - lean)], radius, color)
    }
  }
}

/**
 * @param {Parts} parts
 * @param {number} half
 * @param {number} belt
 * @param {number} width
 * @param {number} color
 * @param {Cabin} cabin
 */
function addDetails(parts, half, belt, width, color, cabin) {
  parts.add('matte', box(half * 2 - 0.5, 0.16, width - 0.12), 0x1b1d20, { at: [0, 0.26, 0] })
  parts.add('matte', box(0.06, 0.16, width * 0.52), 0x17191c, { at: [half - 0.01, 0.46, 0] })
  parts.add('lamp', box(0.04, 0.1, 0.42), 0xdfe0da, { at: [half + 0.005, 0.5, 0] })
  parts.add('lamp', box(0.04, 0.1, 0.42), 0xdcd9c4, { at: [-half - 0.005, 0.62, 0] })
  for (const side of [-1, 1]) {
    parts.add('lamp', box(0.12, 0.13, 0.34), 0xfff6dc, { at: [half - 0.045, 0.68, side * (width / 2 - 0.27)] })
    parts.add('lamp', box(0.1, 0.15, 0.3), 0xb3150f, { at: [-half + 0.035, 0.78, side * (width / 2 - 0.24)] })
    parts.add('paint', box(0.16, 0.13, 0.2), color, { at: [cabin[3] - 0.22, belt + 0.08, side * (width / 2 + 0.06)] })
    parts.add('matte', box(half * 1.5, 0.015, 0.012), 0x15171a, { at: [-0.1, 0.58, side * (width / 2 + 0.001)] })
    for (const x of [-0.75, 0.25]) {
      parts.add('metal', box(0.16, 0.03, 0.03), 0xb9bdc1, { at: [x, belt - 0.14, side * (width / 2)] })
    }
  }
}

/**
 * @param {Materials} materials
 * @param {number} radius
 * @param {number} width
 */
export function buildWheel(materials, radius, width) {
  const parts = createParts()
  /** @type {Triple} */
  const flat = [Math.PI / 2, 0, 0]
  parts.add('matte', cylinder(radius, width, 20), 0x1a1b1d, { turn: flat })
  parts.add('metal', cylinder(radius * 0.62, width + 0.02, 14), 0x8d949b, { turn: flat })
  for (let spoke = 0; spoke < 5; spoke++) {
    parts.add('matte', box(radius * 1.1, radius * 0.1, width + 0.03), 0x33373c, { turn: [0, 0, (spoke * Math.PI) / 5] })
  }
  return parts.build(materials)
}
