import * as THREE from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'

/** @import { Materials } from './materials.js' */
/** @typedef {[number, number, number]} Triple */
/** @typedef {readonly [x: number, y: number]} Corner */
/**
 * Places a part; `turn` is in radians.
 * @typedef {{ at?: Readonly<Triple>, turn?: Readonly<Triple>, scale?: Readonly<Triple> }} Transform
 */
/** @typedef {ReturnType<typeof createParts>} Parts */

const scratchColor = new THREE.Color()

/** Collects coloured primitives and merges them into one mesh per material. */
export function createParts() {
  /** @type {Map<keyof Materials, THREE.BufferGeometry[]>} */
  const buckets = new Map()

  /**
   * @param {keyof Materials} material
   * @param {THREE.BufferGeometry} geometry
   * @param {number} color
   * @param {Transform} [transform]
   */
  function add(material, geometry, color, transform = {}) {
    const part = geometry.index ? geometry.toNonIndexed() : geometry.clone()
    part.deleteAttribute('uv')
    const { at = [0, 0, 0], turn = [0, 0, 0], scale = [1, 1, 1] } = transform
    part.applyMatrix4(
      new THREE.Matrix4().compose(
        new THREE.Vector3(...at),
        new THREE.Quaternion().setFromEuler(new THREE.Euler(...turn)),
        new THREE.Vector3(...scale),
      ),
    )
    paintVertices(part, color)
    const bucket = buckets.get(material) ?? []
    bucket.push(part)
    buckets.set(material, bucket)
    return part
  }

  /**
   * A straight tube between two points, for frames, limbs and poles.
   * @param {keyof Materials} material
   * @param {Readonly<Triple>} from
   * @param {Readonly<Triple>} to
   * @param {number} radius
   * @param {number} color
   * @param {number} [radiusEnd]
   * @param {number} [sides]
   */
  function tube(material, from, to, radius, color, radiusEnd = radius, sides = 8) {
    const start = new THREE.Vector3(...from)
    const axis = new THREE.Vector3(...to).sub(start)
    const geometry = new THREE.CylinderGeometry(radiusEnd, radius, axis.length(), sides)
    geometry.translate(0, axis.length() / 2, 0)
    geometry.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize()))
    return add(material, geometry, color, { at: from })
  }

  /**
   * @param {Materials} materials
   * @param {{ castShadow?: boolean, receiveShadow?: boolean }} [shadows]
   */
  function build(materials, { castShadow = true, receiveShadow = true } = {}) {
    const group = new THREE.Group()
    for (const [name, list] of buckets) {
      const mesh = new THREE.Mesh(mergeGeometries(list), materials[name])
      mesh.castShadow = castShadow
      mesh.receiveShadow = receiveShadow
      group.add(mesh)
    }
    return group
  }

  return { add, tube, build }
}

/**
 * @param {THREE.BufferGeometry} geometry
 * @param {number} color
 */
function paintVertices(geometry, color) {
  scratchColor.set(color)
  const { count } = geometry.getAttribute('position')
  const colors = new Float32Array(count * 3)
  for (let index = 0; index < count; index++) scratchColor.toArray(colors, index * 3)
  geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3))
}

/**
 * A profile in the XY plane extruded symmetrically along Z with rounded edges.
 * @param {readonly Corner[]} points
 * @param {number} width
 * @param {number} [bevel]
 */
export function extrudeProfile(points, width, bevel = 0.05) {
  const shape = new THREE.Shape(points.map(([x, y]) => new THREE.Vector2(x, y)))
  return extrudeShape(shape, width, bevel)
}

/**
 * @param {THREE.Shape} shape
 * @param {number} width
 * @param {number} [bevel]
 */
export function extrudeShape(shape, width, bevel = 0.05) {
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: width - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
    curveSegments: 6,
  })
  geometry.translate(0, 0, -(width - 2 * bevel) / 2)
  return geometry
}

/**
 * Narrows a shape towards its top, as car cabins do.
 * @param {THREE.BufferGeometry} geometry
 * @param {number} fromY
 * @param {number} toY
 * @param {number} amount
 */
export function taperAbove(geometry, fromY, toY, amount) {
  const position = geometry.getAttribute('position')
  for (let index = 0; index < position.count; index++) {
    const ratio = Math.min(1, Math.max(0, (position.getY(index) - fromY) / (toY - fromY)))
    position.setZ(index, position.getZ(index) * (1 - amount * ratio))
  }
  geometry.computeVertexNormals()
  return geometry
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} z
 */
export const box = (x, y, z) => new THREE.BoxGeometry(x, y, z)
/**
 * @param {number} radius
 * @param {number} height
 * @param {number} [sides]
 * @param {number} [top]
 */
export const cylinder = (radius, height, sides = 16, top = radius) =>
  new THREE.CylinderGeometry(top, radius, height, sides)
/**
 * @param {number} radius
 * @param {number} [across]
 * @param {number} [down]
 */
export const sphere = (radius, across = 12, down = 8) => new THREE.SphereGeometry(radius, across, down)
/**
 * @param {number} radius
 * @param {number} length
 */
export const capsule = (radius, length) => new THREE.CapsuleGeometry(radius, length, 4, 8)
