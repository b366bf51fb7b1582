import * as THREE from 'three'
import { BIKE_CENTRE, MAIN_LINE_S, placeAt } from '../scene/layout.js'

const REACH = BIKE_CENTRE + 1.2
const ZEBRA_REACH = 4.2

/** Projects the two counting lines from the ground to the frame. */
export function projectLines(camera) {
  return [
    {
      name: 'Main road',
      ground: [
        [MAIN_LINE_S, -REACH],
        [MAIN_LINE_S, REACH],
      ],
    },
    {
      name: 'Zebra crossing',
      ground: [
        [-ZEBRA_REACH, 0],
        [ZEBRA_REACH, 0],
      ],
    },
  ].map(({ name, ground }) => ({ name, points: ground.map(([s, lateral]) => project(camera, s, lateral)) }))
}

function project(camera, s, lateral) {
  const { x, z } = placeAt(s, lateral)
  const point = new THREE.Vector3(x, 0, z).project(camera)
  return [(point.x + 1) / 2, (1 - point.y) / 2].map((value) => Math.round(value * 10000) / 10000)
}
