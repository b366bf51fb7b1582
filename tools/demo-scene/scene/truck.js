import * as THREE from 'three'
import { buildWheel } from './car.js'
import { box, createParts, extrudeProfile, taperAbove } from './parts.js'

/** @import { Materials } from './materials.js' */
/** @import { Parts } from './parts.js' */
/** @typedef {{ length: number, color: number, cargoColor: number }} TruckStyle */

export const TRUCK_COLORS = [0xf0eee8, 0x2d6fb0, 0xc9442f, 0xe3b23c, 0x3c7d63, 0x2f3640]
export const CARGO_COLORS = [0xf4f2ec, 0xe8dfc8, 0x3f7fb8, 0xd86f3d, 0x4b8f6b, 0xdfe4e8]
export const TRUCK_LENGTHS = [6.6, 7.6]

/**
 * A box lorry: cab in front, tall cargo body behind.
 * @param {Materials} materials
 * @param {TruckStyle} style
 */
export function buildTruck(materials, { length, color, cargoColor }) {
  const half = length / 2
  const width = 2.3
  const cabLength = 1.75
  const cabBack = half - cabLength
  const group = new THREE.Group()
  const parts = createParts()

  const cab = extrudeProfile(
    [
      [cabBack, 0.5],
      [half - 0.06, 0.5],
      [half, 0.75],
      [half, 1.35],
      [half - 0.3, 2.4],
      [cabBack, 2.48],
    ],
    width - 0.12,
    0.08,
  )
  parts.add('paint', taperAbove(cab, 1.4, 2.5, 0.06), color)
  const windscreen = extrudeProfile(
    [
      [half - 0.06, 1.4],
      [half + 0.02, 1.4],
      [half - 0.24, 2.25],
      [half - 0.32, 2.25],
    ],
    width - 0.34,
    0.02,
  )
  parts.add('glass', windscreen, 0x62727e)
  for (const side of [-1, 1]) {
    parts.add('glass', box(0.85, 0.66, 0.04), 0x62727e, { at: [half - 0.85, 1.75, side * (width / 2 - 0.075)] })
    parts.add('lamp', box(0.08, 0.2, 0.32), 0xfff6dc, { at: [half - 0.02, 0.78, side * (width / 2 - 0.32)] })
    parts.add('lamp', box(0.06, 0.16, 0.34), 0xb3150f, { at: [-half, 0.78, side * (width / 2 - 0.3)] })
    parts.add('matte', box(0.1, 0.42, 0.2), 0x1b1d20, { at: [half - 0.12, 1.85, side * (width / 2 + 0.1)] })
    parts.add('matte', box(length * 0.36, 0.34, 0.05), 0x54595f, { at: [-0.3, 0.6, side * (width / 2 - 0.08)] })
  }
  parts.add('matte', box(0.05, 0.34, width * 0.6), 0x1b1d20, { at: [half + 0.005, 1.02, 0] })
  parts.add('matte', box(0.12, 0.24, width - 0.12), 0x2a2d31, { at: [half - 0.02, 0.52, 0] })
  parts.add('lamp', box(0.04, 0.12, 0.48), 0xdfe0da, { at: [half + 0.045, 0.55, 0] })
  addCargo(parts, half, cabBack, width, cargoColor)
  parts.add('matte', box(length - 0.3, 0.2, 0.9), 0x24272b, { at: [-0.1, 0.62, 0] })
  group.add(parts.build(materials))

  const wheels = []
  for (const x of [-half + 1.35, half - 0.95]) {
    for (const side of [-1, 1]) {
      const wheel = buildWheel(materials, 0.45, 0.3)
      wheel.position.set(x, 0.45, side * (width / 2 - 0.2))
      wheels.push(wheel)
      group.add(wheel)
    }
  }
  return { group, wheels, wheelRadius: 0.45, length, width }
}

/**
 * @param {Parts} parts
 * @param {number} half
 * @param {number} cabBack
 * @param {number} width
 * @param {number} cargoColor
 */
function addCargo(parts, half, cabBack, width, cargoColor) {
  const length = cabBack - 0.12 + half
  const middle = -half + length / 2
  const shell = extrudeProfile(
    [
      [-length / 2, -1.1],
      [length / 2, -1.1],
      [length / 2, 1.1],
      [-length / 2, 1.1],
    ],
    width,
    0.06,
  )
  parts.add('paint', shell, cargoColor, { at: [middle, 1.98, 0] })
  const trim = new THREE.Color(cargoColor).multiplyScalar(0.62).getHex()
  for (const side of [-1, 1]) {
    parts.add('matte', box(length * 0.96, 0.24, 0.02), trim, { at: [middle, 1.55, side * (width / 2 + 0.004)] })
  }
  parts.add('matte', box(0.02, 1.9, 0.03), trim, { at: [-half - 0.012, 1.98, 0] })
  for (const side of [-1, 1]) {
    parts.add('metal', box(0.03, 1.9, 0.04), 0x8d949b, { at: [-half - 0.012, 1.98, side * 0.3] })
  }
  parts.add('matte', box(0.12, 0.14, width - 0.3), 0x2a2d31, { at: [-half + 0.02, 0.5, 0] })
}
