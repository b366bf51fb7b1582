import * as THREE from 'three'
import { box, capsule, createParts, sphere } from './parts.js'

/** @import { Clothes } from './bicycle.js' */
/** @import { Materials } from './materials.js' */
/** @typedef {Clothes & { coat: boolean, bag: 'backpack' | 'tote' | 'none', height: number }} PersonStyle */

export const SKIN_COLORS = [0xf0c8a4, 0xd9a27a, 0xa8714a, 0x6f4a32, 0xe6b890]
export const HAIR_COLORS = [0x2b2018, 0x4a3120, 0x8a5a2c, 0x161414, 0xb99a62, 0x7d7d7d]
export const TOP_COLORS = [
  0xc8453a, 0x2f6fa5, 0xe6c34a, 0x3f8a63, 0xefece4, 0x35393f, 0xd88a9a, 0x6a4f8f, 0x4aa3a8, 0xb8632c,
]
export const LEG_COLORS = [0x2e3c55, 0x23262b, 0x5a5146, 0x7d828a, 0x3a4a3a, 0x8a7458]

const HIP = 0.9
const THIGH = 0.44
const SHIN = 0.46
const SHOULDER = 1.42

/**
 * Front is +X. Returns joints so that walk() can swing the limbs.
 * @param {Materials} materials
 * @param {PersonStyle} style
 */
export function buildPerson(materials, style) {
  const group = new THREE.Group()
  const parts = createParts()
  const { skin, hair, top, legs, bag } = style
  parts.add('cloth', capsule(0.185, 0.36), top, { at: [0, 1.2, 0], scale: [0.72, 1, 1.1] })
  parts.add('cloth', sphere(0.19), legs, { at: [0, 0.93, 0], scale: [0.74, 0.7, 0.98] })
  if (style.coat)
    parts.add('cloth', new THREE.CylinderGeometry(0.18, 0.25, 0.5, 12), top, { at: [0, 0.85, 0], scale: [0.85, 1, 1] })
  parts.tube('cloth', [0, 1.4, 0], [0.01, 1.55, 0], 0.06, skin)
  parts.add('cloth', sphere(0.115, 14, 10), skin, { at: [0.015, 1.63, 0], scale: [1, 1.16, 0.92] })
  parts.add('cloth', sphere(0.125, 14, 10), hair, { at: [-0.022, 1.67, 0], scale: [1, 1.02, 0.98] })
  if (bag === 'backpack')
    parts.add('cloth', capsule(0.13, 0.22), style.bagColor, { at: [-0.2, 1.25, 0], scale: [0.75, 1, 1.1] })
  if (bag === 'tote') parts.add('cloth', box(0.3, 0.28, 0.1), style.bagColor, { at: [0, 0.86, 0.3] })
  group.add(parts.build(materials))

  const sides = [-1, 1].map((side) => {
    const leg = buildLeg(materials, legs, style.shoe)
    const arm = buildArm(materials, top, skin)
    leg.hip.position.set(0, HIP, side * 0.1)
    arm.shoulder.position.set(0, SHOULDER, side * 0.245)
    arm.shoulder.rotation.x = side * -0.08
    group.add(leg.hip, arm.shoulder)
    return { leg, arm, offset: side < 0 ? 0 : Math.PI }
  })
  group.scale.setScalar(style.height / 1.77)
  return { group, sides }
}

/**
 * @param {Materials} materials
 * @param {number} color
 * @param {number} shoe
 */
function buildLeg(materials, color, shoe) {
  const hip = new THREE.Group()
  const thigh = createParts()
  thigh.tube('cloth', [0, 0, 0], [0, -THIGH, 0], 0.1, color, 0.075)
  hip.add(thigh.build(materials))
  const knee = new THREE.Group()
  knee.position.y = -THIGH
  const shin = createParts()
  shin.add('cloth', sphere(0.077, 8, 6), color)
  shin.tube('cloth', [0, 0, 0], [0, -SHIN + 0.06, 0], 0.075, color, 0.055)
  shin.add('cloth', capsule(0.055, 0.15), shoe, { at: [0.06, -SHIN + 0.07, 0], turn: [0, 0, Math.PI / 2] })
  knee.add(shin.build(materials))
  hip.add(knee)
  return { hip, knee }
}

/**
 * @param {Materials} materials
 * @param {number} color
 * @param {number} skin
 */
function buildArm(materials, color, skin) {
  const shoulder = new THREE.Group()
  const upper = createParts()
  upper.add('cloth', sphere(0.072, 8, 6), color)
  upper.tube('cloth', [0, 0, 0], [0, -0.29, 0], 0.07, color, 0.055)
  shoulder.add(upper.build(materials))
  const elbow = new THREE.Group()
  elbow.position.y = -0.29
  const lower = createParts()
  lower.tube('cloth', [0, 0, 0], [0, -0.2, 0], 0.055, color, 0.045)
  lower.add('cloth', sphere(0.055, 8, 6), skin, { at: [0, -0.25, 0], scale: [0.9, 1.3, 0.8] })
  elbow.add(lower.build(materials))
  shoulder.add(elbow)
  return { shoulder, elbow }
}

/**
 * Poses the limbs for a walking phase in radians; `stride` 0 is standing.
 * @param {ReturnType<typeof buildPerson>} person
 * @param {number} phase
 * @param {number} stride
 */
export function walk({ group, sides }, phase, stride) {
  for (const { leg, arm, offset } of sides) {
    const angle = phase + offset
    leg.hip.rotation.z = Math.sin(angle) * 0.5 * stride
    leg.knee.rotation.z = -Math.max(0, Math.cos(angle)) * 0.85 * stride - 0.04
    arm.shoulder.rotation.z = -Math.sin(angle) * 0.42 * stride
    arm.elbow.rotation.z = 0.15 + 0.3 * stride
  }
  group.position.y += Math.abs(Math.cos(phase)) * 0.03 * stride
}
