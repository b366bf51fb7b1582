import * as THREE from 'three'

/** @typedef {ReturnType<typeof createMaterials>} Materials */

/** The few materials all models share; colours live in the vertices. */
export function createMaterials() {
  const dull = () => new THREE.MeshLambertMaterial({ vertexColors: true })
  /** @param {THREE.MeshStandardMaterialParameters} options */
  const shiny = (options) => new THREE.MeshStandardMaterial({ vertexColors: true, ...options })
  return {
    matte: dull(),
    cloth: dull(),
    leaf: dull(),
    paint: shiny({ roughness: 0.28, metalness: 0.1, envMapIntensity: 0.9 }),
    glass: shiny({ roughness: 0.05, metalness: 0.9, envMapIntensity: 1.1 }),
    metal: shiny({ roughness: 0.35, metalness: 0.8 }),
    lamp: new THREE.MeshBasicMaterial({ vertexColors: true }),
  }
}
