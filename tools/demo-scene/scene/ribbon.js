import * as THREE from 'three'
import { placeAt } from './layout.js'

/** @import { Random } from './random.js' */
/** @typedef {{ size?: number, grain?: number, joints?: number, repeat?: number }} Surface `size` in pixels */

/**
 * A strip that follows the road between two lateral offsets, at a fixed height.
 * @param {number} fromS
 * @param {number} toS
 * @param {number} inner
 * @param {number} outer
 * @param {number} height
 * @param {number} [step]
 */
export function ribbon(fromS, toS, inner, outer, height, step = 3) {
  const count = Math.max(1, Math.ceil((toS - fromS) / step))
  const positions = []
  const uvs = []
  const index = []
  for (let row = 0; row <= count; row++) {
    const s = fromS + ((toS - fromS) * row) / count
    for (const lateral of [inner, outer]) {
      const { x, z } = placeAt(s, lateral)
      positions.push(x, height, z)
      uvs.push(lateral, s)
    }
    if (row < count) {
      const base = row * 2
      index.push(base, base + 1, base + 2, base + 1, base + 3, base + 2)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}

/**
 * The upright face of a kerb along the road; `facing` 1 faces right, -1 left.
 * @param {number} fromS
 * @param {number} toS
 * @param {number} lateral
 * @param {number} height
 * @param {number} facing
 * @param {number} [step]
 */
export function kerbFace(fromS, toS, lateral, height, facing, step = 3) {
  const geometry = ribbon(fromS, toS, lateral, lateral, 0, step)
  const position = geometry.getAttribute('position')
  for (let vertex = facing > 0 ? 1 : 0; vertex < position.count; vertex += 2) position.setY(vertex, height)
  geometry.computeVertexNormals()
  return geometry
}

/**
 * Grey noise with optional tile joints, kept as data so that no image files are needed.
 * @param {Random} random
 * @param {Surface} surface
 */
export function surfaceTexture(random, { size = 256, grain = 0.1, joints = 0, repeat = 0.25 }) {
  const data = new Uint8Array(size * size * 4)
  const coarse = Array.from({ length: 33 * 33 }, () => random.next())
  const spacing = joints ? size / joints : 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let value = 1 - grain * random.next() - grain * 1.2 * smoothNoise(coarse, (x / size) * 16, (y / size) * 16)
      if (joints && (x % spacing < 3 || y % spacing < 3)) value -= 0.16
      const level = Math.max(0, Math.min(255, Math.round(value * 255)))
      data.set([level, level, level, 255], (y * size + x) * 4)
    }
  }
  const texture = new THREE.DataTexture(data, size, size)
  texture.wrapS = THREE.RepeatWrapping
  texture.wrapT = THREE.RepeatWrapping
  texture.repeat.set(repeat, repeat)
  texture.colorSpace = THREE.SRGBColorSpace
  texture.magFilter = THREE.LinearFilter
  texture.minFilter = THREE.LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.anisotropy = 4
  texture.needsUpdate = true
  return texture
}

/**
 * @param {readonly number[]} grid
 * @param {number} x
 * @param {number} y
 */
function smoothNoise(grid, x, y) {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const fx = x - column
  const fy = y - row
  /**
   * @param {number} dx
   * @param {number} dy
   */
  const at = (dx, dy) => grid[((row + dy) % 16) * 33 + ((column + dx) % 16)] ?? 0
  const upper = at(0, 0) * (1 - fx) + at(1, 0) * fx
  const lower = at(0, 1) * (1 - fx) + at(1, 1) * fx
  return upper * (1 - fy) + lower * fy
}
