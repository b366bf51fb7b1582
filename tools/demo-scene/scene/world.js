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

/** Builds the world of a seed: scenery, traffic, light and camera. */
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
  const models = new Map()
  const camera = createCamera(random.fork('camera'), varied)

  function setFrame(index) {
    const present = new Set()
    for (const pose of frames[index]) {
      if (!models.has(pose.id)) {
        const model = createActorModel(materials, actors[pose.id - 1])
        models.set(pose.id, model)
        scene.add(model.group)
      }
      const model = models.get(pose.id)
      model.group.visible = true
      poseActor(model, pose)
      present.add(pose.id)
    }
    for (const [id, model] of models) {
      if (present.has(id)) continue
      scene.remove(model.group)
      models.delete(id)
    }
    scene.updateMatrixWorld(true)
    return frames[index].map(({ id }) => ({ id, class: actors[id - 1].class, group: models.get(id).group }))
  }

  return { scene, scenery, camera, palette, actors, setFrame }
}
