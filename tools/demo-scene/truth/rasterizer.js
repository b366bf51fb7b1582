import * as THREE from 'three'

/** @typedef {Pick<THREE.PerspectiveCamera, 'projectionMatrix' | 'matrixWorldInverse' | 'near'>} Projection */
/**
 * The triangles of a mesh; `points` has x, y and 1/w of each vertex.
 * @typedef {{ points: Float32Array, index: ArrayLike<number> | null }} Batch
 */

const clipMatrix = new THREE.Matrix4()

/**
 * Projects every mesh below `root` to pixels. Each vertex becomes x, y and 1/w, which is
 * linear across the screen and larger when nearer. Null when part of it lies behind the camera.
 * @param {THREE.Object3D} root
 * @param {Projection} camera
 * @param {number} width
 * @param {number} height
 */
export function projectTriangles(root, camera, width, height) {
  const viewProjection = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
  /** @type {Batch[]} */
  const batches = []
  let behind = false
  root.traverse((mesh) => {
    if (!(mesh instanceof THREE.Mesh) || mesh.userData.decoration) return
    /** @type {THREE.BufferGeometry} */
    const geometry = mesh.geometry
    const position = geometry.getAttribute('position')
    const points = new Float32Array(position.count * 3)
    const m = clipMatrix.multiplyMatrices(viewProjection, mesh.matrixWorld).elements
    for (let vertex = 0; vertex < position.count; vertex++) {
      const x = position.getX(vertex)
      const y = position.getY(vertex)
      const z = position.getZ(vertex)
      const w = m[3] * x + m[7] * y + m[11] * z + m[15]
      if (w < camera.near) behind = true
      points[vertex * 3] = ((m[0] * x + m[4] * y + m[8] * z + m[12]) / w + 1) * 0.5 * width
      points[vertex * 3 + 1] = (1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) * 0.5 * height
      points[vertex * 3 + 2] = w < camera.near ? 0 : 1 / w
    }
    batches.push({ points, index: geometry.index?.array ?? null })
  })
  return { batches, behind }
}

/** @param {readonly Batch[]} batches */
export function boundsOf(batches) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { points } of batches) {
    for (let offset = 0; offset < points.length; offset += 3) {
      const [x, y] = [points[offset] ?? 0, points[offset + 1] ?? 0]
      bounds.left = Math.min(bounds.left, x)
      bounds.right = Math.max(bounds.right, x)
      bounds.top = Math.min(bounds.top, y)
      bounds.bottom = Math.max(bounds.bottom, y)
    }
  }
  return bounds
}

/**
 * Depth tile covering the given pixel window; 0 marks pixels that nothing covers.
 * @param {readonly Batch[]} batches
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
export function rasterize(batches, left, top, width, height) {
  const depth = new Float32Array(width * height)
  for (const { points, index } of batches) {
    const count = index ? index.length : points.length / 3
    for (let corner = 0; corner < count; corner += 3) {
      const a = (index?.[corner] ?? corner) * 3
      const b = (index?.[corner + 1] ?? corner + 1) * 3
      const c = (index?.[corner + 2] ?? corner + 2) * 3
      if (points[a + 2] && points[b + 2] && points[c + 2])
        fillTriangle(depth, points, a, b, c, left, top, width, height)
    }
  }
  return depth
}

/**
 * @param {Float32Array} depth
 * @param {Float32Array} points
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function fillTriangle(depth, points, a, b, c, left, top, width, height) {
  /** @param {number} at */
  const valueAt = (at) => points[at] ?? 0
  const ax = valueAt(a) - left
  const ay = valueAt(a + 1) - top
  const bx = valueAt(b) - left
  const by = valueAt(b + 1) - top
  const cx = valueAt(c) - left
  const cy = valueAt(c + 1) - top
  const [nearA, nearB, nearC] = [valueAt(a + 2), valueAt(b + 2), valueAt(c + 2)]
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (Math.abs(area) < 1e-9) return
  const firstRow = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const lastRow = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const firstColumn = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const lastColumn = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  for (let row = firstRow; row <= lastRow; row++) {
    const y = row + 0.5
    for (let column = firstColumn; column <= lastColumn; column++) {
      const x = column + 0.5
      const weightB = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
      const weightC = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
      if (weightB < 0 || weightC < 0 || weightB + weightC > 1) continue
      const near = nearA * (1 - weightB - weightC) + nearB * weightB + nearC * weightC
      const pixel = row * width + column
      if (near > (depth[pixel] ?? 0)) depth[pixel] = near
    }
  }
}
