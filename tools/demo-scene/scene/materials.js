import * as THREE from 'three'

/** The few materials all models share; colours live in the vertices. */
export function createMaterials() {
  const standard = (options) => new THREE.MeshStandardMaterial({ vertexColors: true, ...options })
  return {
    matte: standard({ roughness: 0.92, envMapIntensity: 0.35 }),
    cloth: standard({ roughness: 0.85, envMapIntensity: 0.45 }),
    paint: standard({ roughness: 0.26, metalness: 0.12, envMapIntensity: 1.1 }),
    glass: standard({ roughness: 0.06, metalness: 0.75, envMapIntensity: 1.25 }),
    metal: standard({ roughness: 0.35, metalness: 0.8, envMapIntensity: 1 }),
    leaf: standard({ roughness: 1, envMapIntensity: 0.3 }),
    lamp: new THREE.MeshBasicMaterial({ vertexColors: true }),
  }
}
