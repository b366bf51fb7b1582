import * as THREE from 'three'
import {
  BIKE_CENTRE,
  FACADE,
  KERB_HEIGHT,
  LANE_EDGE,
  MEDIAN_HALF,
  ROAD_END,
  ROAD_HALF,
  ROAD_START,
  STOP_LINE,
  ZEBRA_HALF,
} from './layout.js'
import { kerbFace, ribbon, surfaceTexture } from './ribbon.js'

/** @import { Palette } from './palette.js' */
/** @import { Corner } from './parts.js' */
/** @import { Random } from './random.js' */
/** @import { Surface } from './ribbon.js' */
/** @typedef {(geometry: THREE.BufferGeometry, material: THREE.Material) => void} Lay */

const PAINT_HEIGHT = 0.012

/**
 * Road, markings, cycle lanes, median and pavements.
 * @param {Random} random
 * @param {Palette} palette
 */
export function buildStreet(random, palette) {
  const group = new THREE.Group()
  /** @type {Lay} */
  const lay = (geometry, material) => {
    const mesh = new THREE.Mesh(geometry, material)
    mesh.receiveShadow = true
    group.add(mesh)
  }
  /**
   * @param {number} color
   * @param {Surface | null} texture
   * @param {number} [roughness]
   */
  const surface = (color, texture, roughness = 0.95) =>
    new THREE.MeshStandardMaterial({
      color,
      roughness,
      envMapIntensity: 0.3,
      ...(texture && { map: surfaceTexture(random, texture) }),
    })

  const asphalt = surface(palette.asphalt, { grain: 0.14, repeat: 0.16 })
  const paving = surface(palette.paving, { grain: 0.08, joints: 4, repeat: 0.3 })
  const kerb = surface(palette.kerb, null)
  const paint = surface(palette.marking, { grain: 0.07, repeat: 0.4 })
  const cycle = surface(palette.cycle, { grain: 0.1, repeat: 0.2 })
  const grass = surface(palette.grass, { grain: 0.2, repeat: 0.3 })

  const ground = new THREE.Mesh(new THREE.PlaneGeometry(600, 600), surface(palette.paving, null))
  ground.rotation.x = -Math.PI / 2
  ground.position.y = -0.03
  ground.receiveShadow = true
  group.add(ground)

  lay(ribbon(ROAD_START, ROAD_END, -ROAD_HALF, ROAD_HALF, 0), asphalt)
  for (const side of [-1, 1]) {
    /** @type {(a: number, b: number) => [number, number]} */
    const pair = (a, b) => (side > 0 ? [a, b] : [-b, -a])
    lay(ribbon(ROAD_START, ROAD_END, ...pair(ROAD_HALF, FACADE + 1), KERB_HEIGHT), paving)
    lay(ribbon(ROAD_START, ROAD_END, ...pair(ROAD_HALF, ROAD_HALF + 0.28), KERB_HEIGHT + 0.004), kerb)
    lay(kerbFace(ROAD_START, ROAD_END, side * ROAD_HALF, KERB_HEIGHT, side), kerb)
    lay(ribbon(ROAD_START, -STOP_LINE - 0.4, ...pair(LANE_EDGE + 0.12, ROAD_HALF - 0.1), 0.006), cycle)
    lay(ribbon(STOP_LINE + 0.4, ROAD_END, ...pair(LANE_EDGE + 0.12, ROAD_HALF - 0.1), 0.006), cycle)
    for (const { from, to } of [
      { from: ROAD_START, to: -STOP_LINE },
      { from: STOP_LINE, to: ROAD_END },
    ]) {
      lay(ribbon(from, to, ...pair(LANE_EDGE - 0.06, LANE_EDGE + 0.1), PAINT_HEIGHT), paint)
      lay(ribbon(from, to, ...pair(MEDIAN_HALF + 0.14, MEDIAN_HALF + 0.26), PAINT_HEIGHT), paint)
    }
    const stop = -side * STOP_LINE
    lay(
      ribbon(
        Math.min(stop, stop - side * 0.35),
        Math.max(stop, stop - side * 0.35),
        ...pair(MEDIAN_HALF + 0.3, ROAD_HALF - 0.15),
        PAINT_HEIGHT + 0.002,
      ),
      paint,
    )
    addLaneArrow(lay, paint, side)
    addCycleSymbols(lay, paint, side)
  }
  for (let lateral = -ROAD_HALF + 0.35; lateral < ROAD_HALF - 0.4; lateral += 0.98) {
    lay(ribbon(-ZEBRA_HALF, ZEBRA_HALF, lateral, lateral + 0.52, PAINT_HEIGHT + 0.001), paint)
  }
  for (const { from, to } of [
    { from: ROAD_START, to: -ZEBRA_HALF - 0.9 },
    { from: ZEBRA_HALF + 0.9, to: ROAD_END },
  ]) {
    addMedian(lay, group, from, to, kerb, grass)
  }
  return group
}

/**
 * @param {Lay} lay
 * @param {THREE.Group} group
 * @param {number} from
 * @param {number} to
 * @param {THREE.Material} kerb
 * @param {THREE.Material} grass
 */
function addMedian(lay, group, from, to, kerb, grass) {
  lay(ribbon(from, to, -MEDIAN_HALF, MEDIAN_HALF, KERB_HEIGHT), kerb)
  lay(ribbon(from + 0.8, to - 0.8, -MEDIAN_HALF + 0.22, MEDIAN_HALF - 0.22, KERB_HEIGHT + 0.02), grass)
  lay(kerbFace(from, to, -MEDIAN_HALF, KERB_HEIGHT, 1), kerb)
  lay(kerbFace(from, to, MEDIAN_HALF, KERB_HEIGHT, -1), kerb)
  for (const end of [from, to]) {
    const nose = new THREE.Mesh(new THREE.CylinderGeometry(MEDIAN_HALF, MEDIAN_HALF, KERB_HEIGHT, 24), kerb)
    nose.position.set(0, KERB_HEIGHT / 2, -end)
    nose.receiveShadow = true
    if (Math.abs(end) < 30) group.add(nose)
  }
}

/**
 * @param {Lay} lay
 * @param {THREE.Material} paint
 * @param {number} side
 */
function addLaneArrow(lay, paint, side) {
  for (const distance of [9, 22]) {
    const s = -side * distance
    const centre = side * 2.75
    lay(ribbon(s - 1.1, s + 1.1, centre - 0.07, centre + 0.07, PAINT_HEIGHT), paint)
    const tip = s + side * 1.9
    const base = s + side * 0.9
    const head = new THREE.BufferGeometry()
    /** @type {Corner[]} */
    const corners = [
      [centre - side * 0.35, -base],
      [centre + side * 0.35, -base],
      [centre, -tip],
    ]
    head.setAttribute(
      'position',
      new THREE.Float32BufferAttribute(
        corners.flatMap(([x, z]) => [x, PAINT_HEIGHT, z]),
        3,
      ),
    )
    head.setAttribute('uv', new THREE.Float32BufferAttribute([0, 0, 1, 0, 0, 1], 2))
    head.computeVertexNormals()
    lay(head, paint)
  }
}

/**
 * @param {Lay} lay
 * @param {THREE.Material} paint
 * @param {number} side
 */
function addCycleSymbols(lay, paint, side) {
  for (const s of [-19, 13]) {
    for (const offset of [-0.55, 0.55]) {
      const ring = new THREE.RingGeometry(0.24, 0.32, 20)
      ring.rotateX(-Math.PI / 2)
      ring.translate(side * BIKE_CENTRE, PAINT_HEIGHT, -s + offset)
      lay(ring, paint)
    }
    lay(ribbon(s - 0.5, s + 0.5, side * BIKE_CENTRE - 0.04, side * BIKE_CENTRE + 0.04, PAINT_HEIGHT), paint)
  }
}
