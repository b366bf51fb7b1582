import * as THREE from 'three'
import { FACADE, headingAngle, KERB_HEIGHT, placeAt } from './layout.js'
import { box, createParts } from './parts.js'

/** @import { Materials } from './materials.js' */
/** @import { Palette } from './palette.js' */
/** @import { Parts } from './parts.js' */
/** @import { Random } from './random.js' */

const STOREY = 3.1
const SHOP = 3.8
const AWNINGS = [0xb8443a, 0x2f6b57, 0x2d5c8a, 0xd9a441, 0x7a4a6d]

/**
 * Rows of houses on both sides, on the inside and the outside of the bend.
 * @param {Random} random
 * @param {Materials} materials
 * @param {Palette} palette
 */
export function buildBuildings(random, materials, palette) {
  const group = new THREE.Group()
  addRow(group, random, materials, palette, { side: -1, from: -34, to: 104 })
  addRow(group, random, materials, palette, { side: 1, from: -46, to: 130 })
  return group
}

/**
 * @param {THREE.Group} group
 * @param {Random} random
 * @param {Materials} materials
 * @param {Palette} palette
 * @param {{ side: number, from: number, to: number }} row
 */
function addRow(group, random, materials, palette, { side, from, to }) {
  let s = from
  while (s < to) {
    // Walls on the inside of the bend are shorter than the road in front of them.
    const width = random.range(8.5, 13)
    const stretch = side < 0 && s > 38 ? 1.55 : side > 0 && s > 38 ? 0.82 : 1
    const middle = s + (width * stretch) / 2
    const place = placeAt(middle, side * FACADE)
    const house = buildHouse(random, materials, palette, width + 0.05)
    house.position.set(place.x, KERB_HEIGHT, place.z)
    house.rotation.y = headingAngle(place.dx, place.dz) + (side < 0 ? 0 : Math.PI)
    group.add(house)
    s += width * stretch
  }
}

/**
 * The facade lies in the plane z = 0 and faces +Z.
 * @param {Random} random
 * @param {Materials} materials
 * @param {Palette} palette
 * @param {number} width
 */
function buildHouse(random, materials, palette, width) {
  const parts = createParts()
  const storeys = random.integer(2, 4)
  const height = SHOP + storeys * STOREY + 0.5
  const depth = 9
  const wall = random.pick(palette.walls)
  const trim = random.pick(palette.trims)
  const wallShade = new THREE.Color(wall).multiplyScalar(0.86).getHex()
  parts.add('matte', box(width, height, depth), wall, { at: [0, height / 2, -depth / 2] })
  parts.add('matte', box(width + 0.1, 0.35, 0.5), trim, { at: [0, height - 0.1, 0.12] })
  parts.add('matte', box(width, 0.22, 0.3), trim, { at: [0, SHOP - 0.15, 0.08] })
  addRoof(parts, random, palette, width, height, depth)
  addShopFront(parts, random, width, wallShade)

  const columns = Math.max(2, Math.floor(width / 2.5))
  const gap = width / columns
  const windowWidth = random.range(1.05, 1.35)
  const windowHeight = random.range(1.6, 1.85)
  const shutters = random.chance(0.35) ? random.pick(palette.shutters) : null
  const balconies = random.chance(0.4)
  for (let storey = 0; storey < storeys; storey++) {
    for (let column = 0; column < columns; column++) {
      const at = { x: -width / 2 + gap * (column + 0.5), y: SHOP + storey * STOREY + STOREY / 2 }
      addWindow(parts, at, windowWidth, windowHeight, trim, random)
      if (shutters !== null) addShutters(parts, at, windowWidth, windowHeight, shutters)
      if (balconies && storey > 0 && column % 2 === 1) addBalcony(parts, at, windowWidth, windowHeight)
    }
  }
  return parts.build(materials)
}

/** @typedef {{ x: number, y: number }} Place the middle of a window on the facade */

/**
 * @param {Parts} parts
 * @param {Place} at
 * @param {number} width
 * @param {number} height
 * @param {number} trim
 * @param {Random} random
 */
function addWindow(parts, { x, y }, width, height, trim, random) {
  const glass = random.chance(0.16) ? 0xb5a079 : random.pick([0x6d8496, 0x7d94a4, 0x5f7587])
  parts.add('matte', box(width + 0.22, height + 0.22, 0.1), trim, { at: [x, y, 0.02] })
  parts.add('glass', box(width, height, 0.06), glass, { at: [x, y, 0.06] })
  parts.add('matte', box(0.07, height, 0.05), trim, { at: [x, y, 0.09] })
  parts.add('matte', box(width, 0.06, 0.05), trim, { at: [x, y + height * 0.18, 0.09] })
  parts.add('matte', box(width + 0.4, 0.1, 0.28), trim, { at: [x, y - height / 2 - 0.12, 0.1] })
}

/**
 * @param {Parts} parts
 * @param {Place} at
 * @param {number} width
 * @param {number} height
 * @param {number} color
 */
function addShutters(parts, { x, y }, width, height, color) {
  for (const side of [-1, 1]) {
    parts.add('matte', box(0.42, height + 0.1, 0.06), color, { at: [x + side * (width / 2 + 0.34), y, 0.07] })
  }
}

/**
 * @param {Parts} parts
 * @param {Place} at
 * @param {number} width
 * @param {number} height
 */
function addBalcony(parts, { x, y }, width, height) {
  const floor = y - height / 2 - 0.1
  parts.add('matte', box(width + 0.9, 0.14, 0.9), 0xcfc8bb, { at: [x, floor, 0.45] })
  parts.add('matte', box(width + 0.9, 0.05, 0.05), 0x2c2f33, { at: [x, floor + 0.95, 0.86] })
  for (let bar = 0; bar <= 8; bar++) {
    const offset = ((width + 0.85) * (bar - 4)) / 8
    parts.add('matte', box(0.035, 0.95, 0.035), 0x2c2f33, { at: [x + offset, floor + 0.48, 0.86] })
  }
}

/**
 * @param {Parts} parts
 * @param {Random} random
 * @param {number} width
 * @param {number} shade
 */
function addShopFront(parts, random, width, shade) {
  parts.add('matte', box(width - 0.3, SHOP - 0.5, 0.08), shade, { at: [0, (SHOP - 0.5) / 2, 0.03] })
  const bays = Math.max(2, Math.floor(width / 3))
  const bay = (width - 0.8) / bays
  const awning = random.chance(0.6) ? random.pick(AWNINGS) : null
  const door = random.integer(0, bays - 1)
  for (let index = 0; index < bays; index++) {
    const x = -(width - 0.8) / 2 + bay * (index + 0.5)
    const isDoor = index === door
    parts.add('glass', box(isDoor ? 1.1 : bay - 0.35, isDoor ? 2.4 : 2, 0.06), isDoor ? 0x4a3526 : 0x5b6f7a, {
      at: [x, isDoor ? 1.2 : 1.55, 0.09],
    })
    if (awning !== null && !isDoor) {
      parts.add('cloth', box(bay - 0.2, 0.05, 1.25), awning, { at: [x, 2.95, 0.6], turn: [0.38, 0, 0] })
      parts.add('cloth', box(bay - 0.2, 0.22, 0.03), 0xf1ece0, { at: [x, 2.62, 1.17] })
    }
  }
  parts.add('matte', box(width * 0.6, 0.42, 0.06), random.pick([0x2b3036, 0x3d2f28, 0x24413a, 0xe9e2d2]), {
    at: [0, SHOP - 0.55, 0.1],
  })
}

/**
 * @param {Parts} parts
 * @param {Random} random
 * @param {Palette} palette
 * @param {number} width
 * @param {number} height
 * @param {number} depth
 */
function addRoof(parts, random, palette, width, height, depth) {
  const roof = random.pick(palette.roofs)
  if (random.chance(0.55)) {
    const prism = new THREE.CylinderGeometry(0.02, depth * 0.5, 2.6, 4, 1)
    prism.rotateY(Math.PI / 4)
    prism.scale((width / depth) * Math.SQRT2, 1, Math.SQRT2)
    parts.add('matte', prism, roof, { at: [0, height + 1.3, -depth / 2] })
  } else {
    parts.add('matte', box(width, 0.7, 0.2), roof, { at: [0, height + 0.35, -0.1] })
  }
  parts.add('matte', box(0.8, 1.8, 0.8), 0x8a5a48, { at: [width * 0.28, height + 1.5, -depth * 0.5] })
}
