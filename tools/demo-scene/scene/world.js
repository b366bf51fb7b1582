import * as THREE from 'three'
import { createDemoSchedule } from '../sim/demo-schedule.js'
import { createSchedule } from '../sim/schedule.js'
import { FPS, simulate, WARMUP } from '../sim/simulation.js'
import { createActorModel, poseActor } from './actors.js'
import { buildBuildings } from './buildings.js'
import { createCamera } from './camera.js'
import { buildGreenery } from './greenery.js'
import { buildLighting, buildSky } from './lighting.js'
import { createMaterials } from './materials.js'
import { choosePalette } from './palette.js'
import { createRandom } from './random.js'
import { buildStreet } from './street.js'

/** @import { ActorModel } from './actors.js' */
/** @typedef {{ seed: number, frameCount: number, varied?: boolean }} WorldOptions */
/** @typedef {ReturnType<typeof createWorld>} World */
/** @typedef {ReturnType<World['setFrame']>[number]} SceneObject an actor that a frame shows */

/**
 * Builds the world of a seed: scenery, traffic, light and camera.
 * @param {WorldOptions} options
 */
export function createWorld({ seed, frameCount, varied = false }) {
  const random = createRandom(seed)
  const palette = choosePalette(random.fork('palette'), varied)
  const materials = createMaterials()
  const timetable = random.fork('schedule')
  const schedule = varied
    ? createSchedule(timetable, { warmup: WARMUP, duration: frameCount / FPS })
    : createDemoSchedule(timetable)
  const { actors, frames } = simulate(random.fork('actors'), schedule, frameCount)

  const scenery = new THREE.Group()
  scenery.add(buildStreet(random.fork('street'), palette))
  scenery.add(buildBuildings(random.fork('facades'), materials, palette))
  scenery.add(buildGreenery(random.fork('greenery'), materials, palette))

  const lighting = buildLighting(palette)
  const scene = new THREE.Scene()
  scene.add(scenery, buildSky(palette), lighting.group)
  scene.fog = lighting.fog
  /** @type {Map<number, ActorModel>} */
  const models = new Map()
  const camera = createCamera(random.fork('camera'), varied)

  /** @param {number} id counts from 1 */
  function actorOf(id) {
    const actor = actors[id - 1]
    if (!actor) throw new Error(`There is no actor ${id}.`)
    return actor
  }

  /** @param {number} id */
  function modelOf(id) {
    const known = models.get(id)
    if (known) return known
    const model = createActorModel(materials, actorOf(id))
    models.set(id, model)
    scene.add(model.group)
    return model
  }

  /** @param {number} index */
  function setFrame(index) {
    const poses = frames[index] ?? []
    const present = new Set(poses.map(({ id }) => id))
    for (const pose of poses) {
      const model = modelOf(pose.id)
      model.group.visible = true
      poseActor(model, pose)
    }
    for (const [id, model] of models) {
      if (present.has(id)) continue
      scene.remove(model.group)
      models.delete(id)
    }
    scene.updateMatrixWorld(true)
    return poses.map(({ id }) => ({ id, class: actorOf(id).class, group: modelOf(id).group }))
  }

  return { scene, scenery, camera, palette, actors, setFrame }
}
