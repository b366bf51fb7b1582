import * as THREE from 'three'
import { BIKE_CENTRE, MAIN_LINE_S, placeAt } from '../scene/layout.js'

/** @import { CountingLine, Pixel } from './crossings.js' */

const REACH = BIKE_CENTRE + 1.2
const ZEBRA_REACH = 4.2

/**
 * Projects the two counting lines from the ground to the frame.
 * @param {THREE.Camera} camera
 * @returns {CountingLine[]}
 */
export const projectLines = (camera) => [
  { name: 'Main road', points: [project(camera, MAIN_LINE_S, -REACH), project(camera, MAIN_LINE_S, REACH)] },
  { name: 'Zebra crossing', points: [project(camera, -ZEBRA_REACH, 0), project(camera, ZEBRA_REACH, 0)] },
]

/**
 * @param {THREE.Camera} camera
 * @param {number} s
 * @param {number} lateral
 * @returns {Pixel}
 */
function project(camera, s, lateral) {
  const { x, z } = placeAt(s, lateral)
  const point = new THREE.Vector3(x, 0, z).project(camera)
  /** @param {number} value */
  const rounded = (value) => Math.round(value * 10000) / 10000
  return [rounded((point.x + 1) / 2), rounded((1 - point.y) / 2)]
}
