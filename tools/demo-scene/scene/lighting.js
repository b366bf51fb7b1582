import * as THREE from 'three'

/** @import { Palette } from './palette.js' */

/**
 * Sun with soft shadows, sky light and haze for one time of day.
 * @param {Palette} palette
 */
export function buildLighting(palette) {
  const group = new THREE.Group()
  const sun = new THREE.DirectionalLight(palette.sunColor, palette.sunStrength)
  const reach = 54
  const target = new THREE.Vector3(2, 0, -18)
  const direction = new THREE.Vector3(...palette.sunDirection).normalize()
  sun.position.copy(target).addScaledVector(direction, 90)
  sun.target.position.copy(target)
  sun.castShadow = true
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 30, far: 150 })
  sun.shadow.mapSize.set(2048, 2048)
  sun.shadow.bias = -0.00005
  sun.shadow.normalBias = 0.015
  sun.shadow.radius = 1.6
  group.add(sun, sun.target)
  group.add(new THREE.HemisphereLight(palette.skyLight, palette.groundLight, palette.skyStrength))
  return { group, fog: new THREE.Fog(palette.haze, palette.fogNear, palette.fogFar) }
}

/**
 * A gradient dome, also used for the reflections in glass and paint.
 * @param {Palette} palette
 */
export function buildSky(palette) {
  const geometry = new THREE.SphereGeometry(380, 32, 24)
  const low = new THREE.Color(palette.haze)
  const high = new THREE.Color(palette.zenith)
  const position = geometry.getAttribute('position')
  const colors = new Float32Array(position.count * 3)
  const mixed = new THREE.Color()
  for (let vertex = 0; vertex < position.count; vertex++) {
    const height = Math.max(0, position.getY(vertex) / 380)
    mixed.lerpColors(low, high, Math.min(1, height ** 0.55 * 1.25)).toArray(colors, vertex * 3)
  }
  geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3))
  const material = new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.BackSide, fog: false })
  return new THREE.Mesh(geometry, material)
}
