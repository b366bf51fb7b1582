import * as THREE from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'

const scratchColor = new THREE.Color()

/** Collects coloured primitives and merges them into one mesh per material. */
export function createParts() {
  const buckets = new Map()

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
    if (!buckets.has(material)) buckets.set(material, [])
    buckets.get(material).push(part)
    return part
  }

  /** A straight tube between two points, for frames, limbs and poles. */
  function tube(material, from, to, radius, color, radiusEnd = radius, sides = 8) {
    const start = new THREE.Vector3(...from)
    const axis = new THREE.Vector3(...to).sub(start)
    const geometry = new THREE.CylinderGeometry(radiusEnd, radius, axis.length(), sides)
    geometry.translate(0, axis.length() / 2, 0)
    geometry.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize()))
    return add(material, geometry, color, { at: from })
  }

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

function paintVertices(geometry, color) {
  scratchColor.set(color)
  const count = geometry.attributes.position.count
  const colors = new Float32Array(count * 3)
  for (let index = 0; index < count; index++) scratchColor.toArray(colors, index * 3)
  geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3))
}

/** A profile in the XY plane extruded symmetrically along Z with rounded edges. */
export function extrudeProfile(points, width, bevel = 0.05) {
  const shape = new THREE.Shape(points.map(([x, y]) => new THREE.Vector2(x, y)))
  return extrudeShape(shape, width, bevel)
}

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

/** Narrows a shape towards its top, as car cabins do. */
export function taperAbove(geometry, fromY, toY, amount) {
  const position = geometry.attributes.position
  for (let index = 0; index < position.count; index++) {
    const ratio = Math.min(1, Math.max(0, (position.getY(index) - fromY) / (toY - fromY)))
    position.setZ(index, position.getZ(index) * (1 - amount * ratio))
  }
  geometry.computeVertexNormals()
  return geometry
}

export const box = (x, y, z) => new THREE.BoxGeometry(x, y, z)
export const cylinder = (radius, height, sides = 16, top = radius) =>
  new THREE.CylinderGeometry(top, radius, height, sides)
export const sphere = (radius, across = 12, down = 8) => new THREE.SphereGeometry(radius, across, down)
export const capsule = (radius, length) => new THREE.CapsuleGeometry(radius, length, 4, 8)
