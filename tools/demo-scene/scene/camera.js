import * as THREE from 'three'

const POSITION = [-7.2, 13.4, 36]
const TARGET = [0.9, 0.9, -6]
const FIELD_OF_VIEW = 36

/** The fixed street camera; training worlds mount it slightly differently. */
export function createCamera(random, varied) {
  const shift = (amount) => (varied ? random.range(-amount, amount) : 0)
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW + shift(3), 16 / 9, 1, 420)
  camera.position.set(POSITION[0] + shift(1.6), POSITION[1] + shift(1.4), POSITION[2] + shift(2))
  camera.lookAt(TARGET[0] + shift(1.8), TARGET[1] + shift(0.8), TARGET[2] + shift(2.5))
  camera.updateMatrixWorld()
  return camera
}
