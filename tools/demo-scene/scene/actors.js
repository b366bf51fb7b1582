import * as THREE from 'three'
import { buildBicycle, pedal } from './bicycle.js'
import { buildCar } from './car.js'
import { buildPerson, walk } from './person.js'
import { buildTruck } from './truck.js'

/** @import { Pose } from '../sim/simulation.js' */
/** @import { Looks } from '../sim/styles.js' */
/** @import { Materials } from './materials.js' */
/** @typedef {ReturnType<typeof createActorModel>} ActorModel */

const STEP_LENGTH = 0.74
const METRES_PER_PEDAL_TURN = 4.6
const contactShade = createContactShade()

/**
 * @param {Materials} materials
 * @param {Looks} looks
 */
export function createActorModel(materials, looks) {
  if (looks.class === 'pedestrian') return { kind: looks.class, ...buildPerson(materials, looks.style) }
  if (looks.class === 'bicycle') return { kind: looks.class, ...buildBicycle(materials, looks.style) }
  const model = looks.class === 'car' ? buildCar(materials, looks.style) : buildTruck(materials, looks.style)
  model.group.add(contactShadow(model))
  return { kind: looks.class, ...model }
}

/**
 * @param {ActorModel} model
 * @param {Pose} pose
 */
export function poseActor(model, { x, y, z, angle, travelled, stride }) {
  model.group.position.set(x, y, z)
  model.group.rotation.y = angle
  if (model.kind === 'pedestrian') {
    walk(model, (travelled * Math.PI) / STEP_LENGTH, stride)
    return
  }
  for (const wheel of model.wheels) wheel.rotation.z = -travelled / model.wheelRadius
  if (model.kind === 'bicycle') pedal(model, (travelled * Math.PI * 2) / METRES_PER_PEDAL_TURN)
}

/**
 * A soft dark patch under a vehicle, where skylight does not reach.
 * @param {{ length: number, width: number }} vehicle
 */
function contactShadow({ length, width }) {
  const patch = new THREE.Mesh(new THREE.PlaneGeometry(length * 1.12, width * 1.3), contactShade)
  patch.rotation.x = -Math.PI / 2
  patch.position.y = 0.025
  patch.userData.decoration = true
  return patch
}

function createContactShade() {
  const size = 32
  const data = new Uint8Array(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const edge = Math.max(Math.abs(x - 15.5), Math.abs(y - 15.5)) / 16
      const alpha = Math.max(0, Math.min(1, (1 - edge) * 3.2)) * 165
      data.set([10, 12, 16, alpha], (y * size + x) * 4)
    }
  }
  const map = new THREE.DataTexture(data, size, size)
  map.magFilter = THREE.LinearFilter
  map.needsUpdate = true
  return new THREE.MeshBasicMaterial({ map, transparent: true, depthWrite: false })
}
