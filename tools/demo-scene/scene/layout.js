/** Street plan in metres. `s` runs along the road away from the camera, `lateral` to its right. */
export const MEDIAN_HALF = 0.9
export const LANE_CENTRE = 2.75
export const LANE_EDGE = 4.5
export const BIKE_CENTRE = 5.4
export const ROAD_HALF = 6.3
export const PAVEMENT_WIDTH = 4.6
export const FACADE = ROAD_HALF + PAVEMENT_WIDTH
export const KERB_HEIGHT = 0.14

export const ZEBRA_HALF = 2.3
export const STOP_LINE = 3.7
export const MAIN_LINE_S = -12.2

export const ROAD_START = -60
export const ROAD_END = 150
const BEND_START = 40
const BEND_RADIUS = 42
const BEND_END = BEND_START + (BEND_RADIUS * Math.PI) / 2

/**
 * Ground position and heading of a point given along and across the road.
 * @param {number} s
 * @param {number} lateral
 */
export function placeAt(s, lateral) {
  if (s <= BEND_START) return { x: lateral, z: -s, dx: 0, dz: -1 }
  const angle = (Math.min(s, BEND_END) - BEND_START) / BEND_RADIUS
  const radius = BEND_RADIUS + lateral
  const dx = -Math.sin(angle)
  const dz = -Math.cos(angle)
  const beyond = Math.max(0, s - BEND_END)
  return {
    x: -BEND_RADIUS + radius * Math.cos(angle) + dx * beyond,
    z: -BEND_START - radius * Math.sin(angle) + dz * beyond,
    dx,
    dz,
  }
}

/**
 * Rotation about Y that turns a model whose front is +X towards (dx, dz).
 * @param {number} dx
 * @param {number} dz
 */
export function headingAngle(dx, dz) {
  return Math.atan2(-dz, dx)
}
