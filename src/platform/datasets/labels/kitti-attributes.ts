/** Attributes of an object in space, as KITTI has them: its size and place in metres, and angles in radians. */
export interface SpatialAttribute {
  name: string
  /** The number's place in a row, whose type is at 0. */
  position: number
  /** The number that stands for an unknown value. */
  unknown: number
}

const attribute = (name: string, position: number, unknown: number): SpatialAttribute => ({ name, position, unknown })

/** In the order of a row. */
export const SPATIAL_ATTRIBUTES: readonly SpatialAttribute[] = [
  attribute('alpha', 3, -10),
  attribute('height_3d', 8, -1),
  attribute('width_3d', 9, -1),
  attribute('length_3d', 10, -1),
  attribute('x_3d', 11, -1000),
  attribute('y_3d', 12, -1000),
  attribute('z_3d', 13, -1000),
  attribute('rotation_y', 14, -10),
]
