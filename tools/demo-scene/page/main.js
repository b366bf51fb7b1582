import * as THREE from 'three'
import { buildSky } from '../scene/lighting.js'
import { createWorld } from '../scene/world.js'

/** @import { WorldOptions } from '../scene/world.js' */
/** @typedef {typeof scene} ScenePage */

/** @type {THREE.WebGLRenderer | undefined} */
let renderer
/** @type {THREE.WebGLRenderTarget | undefined} */
let environment
/** @type {ReturnType<typeof createWorld> | undefined} */
let world
let pixels = new Uint8Array()
/** @type {Promise<unknown>} */
let posted = Promise.resolve()

/** @param {WorldOptions & { width: number, height: number }} options */
function openWorld({ width, height, ...options }) {
  renderer ??= createRenderer(width, height)
  world = createWorld(options)
  renderer.toneMappingExposure = world.palette.exposure
  environment?.dispose()
  const surroundings = new THREE.Scene()
  surroundings.add(buildSky(world.palette))
  const floor = new THREE.Mesh(new THREE.CircleGeometry(370, 24), new THREE.MeshBasicMaterial({ color: 0x8f8a80 }))
  floor.rotation.x = -Math.PI / 2
  floor.position.y = -4
  surroundings.add(floor)
  const generator = new THREE.PMREMGenerator(renderer)
  environment = generator.fromScene(surroundings, 0.02, 1, 500)
  generator.dispose()
  world.scene.environment = environment.texture
}

/**
 * Renders one frame and posts its pixels, bottom row first, to the collecting server.
 * @param {number} index
 */
async function renderFrame(index) {
  if (!world || !renderer) throw new Error('No world is open.')
  world.setFrame(index)
  renderer.render(world.scene, world.camera)
  const gl = renderer.getContext()
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  await posted
  posted = fetch('/frame', { method: 'POST', body: pixels.slice() })
}

/** Waits until the last frame has arrived. */
const finish = () => posted

/**
 * @param {number} width
 * @param {number} height
 */
function createRenderer(width, height) {
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
  renderer.setSize(width, height)
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = THREE.PCFShadowMap
  renderer.toneMapping = THREE.ACESFilmicToneMapping
  document.body.append(renderer.domElement)
  pixels = new Uint8Array(width * height * 4)
  return renderer
}

const scene = { openWorld, renderFrame, finish }
Object.assign(window, { scene })
