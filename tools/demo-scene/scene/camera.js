import * as THREE from 'three'

/** @import { Random } from './random.js' */

const POSITION = { x: -7.2, y: 13.4, z: 36 }
const TARGET = { x: 0.9, y: 0.9, z: -6 }
const FIELD_OF_VIEW = 36

/**
 * The fixed street camera; training worlds mount it slightly differently.
 * @param {Random} random
 * @param {boolean} varied
 */
export function createCamera(random, varied) {
  /** @param {number} amount */
  const shift = (amount) => (varied ? random.range(-amount, amount) : 0)
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW + shift(3), 16 / 9, 1, 420)
  camera.position.set(POSITION.x + shift(1.6), POSITION.y + shift(1.4), POSITION.z + shift(2))
  camera.lookAt(TARGET.x + shift(1.8), TARGET.y + shift(0.8), TARGET.z + shift(2.5))
  camera.updateMatrixWorld()
  return camera
}
