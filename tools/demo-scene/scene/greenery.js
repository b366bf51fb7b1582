import * as THREE from 'three'
import { KERB_HEIGHT, placeAt, ROAD_HALF, ZEBRA_HALF } from './layout.js'
import { box, createParts, cylinder } from './parts.js'

/** @import { Materials } from './materials.js' */
/** @import { Palette } from './palette.js' */
/** @import { Triple } from './parts.js' */
/** @import { Random } from './random.js' */

/**
 * Street trees, shrubs on the median, lamp posts, benches and bollards.
 * @param {Random} random
 * @param {Materials} materials
 * @param {Palette} palette
 */
export function buildGreenery(random, materials, palette) {
  const group = new THREE.Group()
  /**
   * @param {THREE.Object3D} model
   * @param {number} s
   * @param {number} lateral
   * @param {number} [turn]
   */
  const put = (model, s, lateral, turn = 0) => {
    const { x, z, dx, dz } = placeAt(s, lateral)
    model.position.set(x, KERB_HEIGHT, z)
    model.rotation.y = Math.atan2(-dz, dx) + turn
    group.add(model)
  }
  const kerbside = ROAD_HALF + 0.95
  for (const s of [-17, 15, 25, 36, 48, 62, 80, 96]) {
    put(buildTree(random, materials, palette), s + random.range(-0.8, 0.8), kerbside, random.range(0, 6))
  }
  for (const s of [27, 38, 50]) {
    put(buildTree(random, materials, palette, 0.85), s + random.range(-0.8, 0.8), -kerbside, random.range(0, 6))
  }
  for (const s of [-22, 8, 30, 52, 74]) put(buildLamp(materials), s, kerbside - 0.4, -Math.PI / 2)
  for (const s of [19, 44]) put(buildLamp(materials), s, -kerbside + 0.4, Math.PI / 2)
  for (let s = 6; s < 62; s += 1.3) {
    if (random.chance(0.55)) put(buildShrub(random, materials, palette), s, random.range(-0.25, 0.25))
  }
  for (let s = -26; s < -7; s += 1.3) {
    if (random.chance(0.55)) put(buildShrub(random, materials, palette), s, random.range(-0.25, 0.25))
  }
  for (const s of [11.5, 20]) put(buildBench(materials), s, kerbside + 0.2, 0)
  for (const side of [-1, 1]) {
    for (const s of [-ZEBRA_HALF - 0.5, ZEBRA_HALF + 0.5])
      put(buildCrossingSign(materials), s, side * (ROAD_HALF + 0.5), s < 0 ? 0 : Math.PI)
    for (const s of [-6, -7.6, 4.4, 6]) put(buildBollard(materials), s, side * (ROAD_HALF + 0.45))
  }
  return group
}

/**
 * @param {Random} random
 * @param {Materials} materials
 * @param {Palette} palette
 * @param {number} [size]
 */
function buildTree(random, materials, palette, size = 1) {
  const parts = createParts()
  const height = random.range(2.5, 3.1) * size
  parts.tube('matte', [0, 0, 0], [random.range(-0.15, 0.15), height + 0.6, 0], 0.17, 0x6b5040, 0.1)
  const leaf = new THREE.Color(random.pick(palette.leaves))
  const blobs = random.integer(6, 8)
  for (let index = 0; index < blobs; index++) {
    const angle = (index / blobs) * Math.PI * 2 + random.range(-0.3, 0.3)
    const spread = index === 0 ? 0 : random.range(0.55, 1.0) * size
    const radius = random.range(0.85, 1.2) * size * (index === 0 ? 1.2 : 1)
    /** @type {Triple} */
    const at = [Math.cos(angle) * spread, height + random.range(0.3, 1.6) * size, Math.sin(angle) * spread]
    const tint = leaf.clone().offsetHSL(random.range(-0.015, 0.015), 0, random.range(-0.03, 0.04))
    const part = parts.add('leaf', crumpledBall(radius, random), tint.getHex(), { at })
    shadeFoliage(part, height, height + 2.6 * size)
  }
  parts.add('matte', box(1.3, 0.03, 1.3), 0x5d5046, { at: [0, 0.01, 0] })
  return parts.build(materials)
}

/**
 * @param {number} radius
 * @param {Random} random
 */
function crumpledBall(radius, random) {
  const ball = new THREE.IcosahedronGeometry(radius, 2)
  const phase = random.range(0, 9)
  const position = ball.getAttribute('position')
  for (let vertex = 0; vertex < position.count; vertex++) {
    const [x, y, z] = [position.getX(vertex), position.getY(vertex), position.getZ(vertex)]
    const swell = 1 + 0.13 * Math.sin(x * 5.1 + phase) * Math.sin(y * 4.7 + phase) + 0.09 * Math.sin(z * 6.3 - phase)
    position.setXYZ(vertex, x * swell, y * swell * 0.88, z * swell)
  }
  ball.computeVertexNormals()
  return ball
}

/**
 * Darker foliage below reads as depth without any ambient occlusion pass.
 * @param {THREE.BufferGeometry} part
 * @param {number} low
 * @param {number} high
 */
function shadeFoliage(part, low, high) {
  const position = part.getAttribute('position')
  const color = part.getAttribute('color')
  for (let vertex = 0; vertex < position.count; vertex++) {
    const shade = 0.62 + 0.48 * Math.min(1, Math.max(0, (position.getY(vertex) - low + 0.6) / (high - low)))
    color.setXYZ(vertex, color.getX(vertex) * shade, color.getY(vertex) * shade, color.getZ(vertex) * shade)
  }
}

/**
 * @param {Random} random
 * @param {Materials} materials
 * @param {Palette} palette
 */
function buildShrub(random, materials, palette) {
  const parts = createParts()
  const radius = random.range(0.28, 0.45)
  parts.add('leaf', crumpledBall(radius, random), random.pick(palette.leaves), {
    at: [0, radius * 0.55, 0],
    scale: [1, 0.8, 1],
  })
  return parts.build(materials)
}

/** @param {Materials} materials */
function buildLamp(materials) {
  const parts = createParts()
  parts.tube('matte', [0, 0, 0], [0, 6.2, 0], 0.08, 0x2f3439, 0.05)
  parts.tube('matte', [0, 6.15, 0], [0, 6.35, 1.5], 0.045, 0x2f3439)
  parts.add('matte', box(0.2, 0.1, 0.6), 0x2f3439, { at: [0, 6.36, 1.6] })
  parts.add('matte', cylinder(0.13, 0.7, 10, 0.1), 0x2f3439, { at: [0, 0.35, 0] })
  return parts.build(materials)
}

/** @param {Materials} materials */
function buildBench(materials) {
  const parts = createParts()
  for (const z of [0, 0.16, 0.32]) parts.add('matte', box(1.7, 0.05, 0.13), 0xa06a3f, { at: [0, 0.45, z] })
  for (const y of [0.62, 0.78]) parts.add('matte', box(1.7, 0.12, 0.04), 0xa06a3f, { at: [0, y, -0.1] })
  for (const x of [-0.7, 0.7]) parts.add('matte', box(0.06, 0.45, 0.4), 0x2c2f33, { at: [x, 0.22, 0.12] })
  return parts.build(materials)
}

/** @param {Materials} materials */
function buildCrossingSign(materials) {
  const parts = createParts()
  parts.tube('metal', [0, 0, 0], [0, 2.7, 0], 0.035, 0x9a9fa4)
  parts.add('matte', box(0.04, 0.62, 0.62), 0x1f5fa8, { at: [0.05, 2.5, 0] })
  const triangle = new THREE.CylinderGeometry(0.26, 0.26, 0.02, 3)
  triangle.rotateZ(Math.PI / 2)
  triangle.rotateX(Math.PI)
  parts.add('matte', triangle, 0xf4f2ec, { at: [0.075, 2.46, 0] })
  return parts.build(materials)
}

/** @param {Materials} materials */
function buildBollard(materials) {
  const parts = createParts()
  parts.add('matte', cylinder(0.07, 0.9, 10), 0x33383d, { at: [0, 0.45, 0] })
  parts.add('matte', cylinder(0.073, 0.1, 10), 0xe9e4d8, { at: [0, 0.74, 0] })
  return parts.build(materials)
}
