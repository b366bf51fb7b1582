import { boundsOf, projectTriangles, rasterize } from './rasterizer.js'

/** @import { PerspectiveCamera } from 'three' */
/** @import { SceneObject, World } from '../scene/world.js' */
/** @import { TruthBox, Xyxy } from './crossings.js' */
/** @typedef {NonNullable<ReturnType<typeof coverage>>} Tile */

const MIN_HEIGHT = 8
const MIN_VISIBILITY = 0.15
/** Visibility is computed at half resolution, which is enough for a ratio. */
const COARSE = 2

/**
 * @param {World} world
 * @param {number} width
 * @param {number} height
 * @returns {(objects: readonly SceneObject[]) => TruthBox[]}
 */
export function createLabeller(world, width, height) {
  const columns = Math.ceil(width / COARSE)
  const rows = Math.ceil(height / COARSE)
  world.scene.updateMatrixWorld(true)
  const still = projectTriangles(world.scenery, { ...cameraOf(world), near: 0.1 }, columns, rows).batches
  const scenery = rasterize(still, 0, 0, columns, rows)

  return (objects) => {
    const tiles = objects.map((object) => coverage(object, world.camera, columns, rows)).filter((tile) => tile !== null)
    const nearest = scenery.slice()
    for (const tile of tiles)
      eachPixelInFrame(tile, columns, rows, (pixel, near) => {
        if (near > (nearest[pixel] ?? 0)) nearest[pixel] = near
      })
    /** @type {TruthBox[]} */
    const boxes = []
    for (const tile of tiles) {
      let visible = 0
      eachPixelInFrame(tile, columns, rows, (pixel, near) => {
        if (near >= (nearest[pixel] ?? 0) * 0.9999) visible++
      })
      const label = toLabel(tile, visible / Math.max(1, tile.covered), width, height)
      if (label) boxes.push(label)
    }
    return boxes
  }
}

/** @param {World} world */
function cameraOf({ camera }) {
  return { projectionMatrix: camera.projectionMatrix, matrixWorldInverse: camera.matrixWorldInverse }
}

/**
 * @param {SceneObject} object
 * @param {PerspectiveCamera} camera
 * @param {number} columns
 * @param {number} rows
 */
function coverage({ id, class: kind, group }, camera, columns, rows) {
  const { batches, behind } = projectTriangles(group, camera, columns, rows)
  if (behind) return null
  const bounds = boundsOf(batches)
  if (bounds.right <= 0 || bounds.left >= columns || bounds.bottom <= 0 || bounds.top >= rows) return null
  const left = Math.floor(bounds.left)
  const top = Math.floor(bounds.top)
  const width = Math.ceil(bounds.right) - left
  const height = Math.ceil(bounds.bottom) - top
  const depth = rasterize(batches, left, top, width, height)
  const covered = depth.reduce((count, near) => count + (near > 0 ? 1 : 0), 0)
  return { id, kind, bounds, left, top, width, height, depth, covered }
}

/**
 * @param {Tile} tile
 * @param {number} columns
 * @param {number} rows
 * @param {(pixel: number, near: number) => void} visit
 */
function eachPixelInFrame({ left, top, width, height, depth }, columns, rows, visit) {
  for (let row = Math.max(0, -top); row < Math.min(height, rows - top); row++) {
    for (let column = Math.max(0, -left); column < Math.min(width, columns - left); column++) {
      const near = depth[row * width + column] ?? 0
      if (near > 0) visit((row + top) * columns + column + left, near)
    }
  }
}

/**
 * @param {Tile} tile
 * @param {number} visibility
 * @param {number} width
 * @param {number} height
 * @returns {TruthBox | null}
 */
function toLabel({ id, kind, bounds }, visibility, width, height) {
  /** @param {number} value */
  const tenths = (value) => Math.round(value * 10) / 10
  /** @type {Xyxy} */
  const xyxy = [
    tenths(Math.max(0, bounds.left * COARSE)),
    tenths(Math.max(0, bounds.top * COARSE)),
    tenths(Math.min(width, bounds.right * COARSE)),
    tenths(Math.min(height, bounds.bottom * COARSE)),
  ]
  if (visibility < MIN_VISIBILITY || xyxy[3] - xyxy[1] < MIN_HEIGHT) return null
  return { id, class: kind, xyxy, visibility: Math.round(visibility * 100) / 100 }
}
