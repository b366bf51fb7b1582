import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowserSession } from './browser-session.mjs'
import { defaultBrowser, repositoryRoot } from './options.mjs'
import { createWorld } from './scene/world.js'
import { createLabeller } from './truth/boxes.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1000' },
    worlds: { type: 'string', default: '90' },
    'frames-per-world': { type: 'string', default: '10' },
    stride: { type: 'string', default: '47' },
    width: { type: 'string', default: '640' },
    out: { type: 'string', default: join(repositoryRoot, '.cache/demo-model/train') },
    browser: { type: 'string', default: defaultBrowser },
  },
})
const width = Number(values.width)
const height = (width * 9) / 16
const framesPerWorld = Number(values['frames-per-world'])
const stride = Number(values.stride)

mkdirSync(values.out, { recursive: true })
const images = createWriteStream(join(values.out, 'frames.rgb'))
const labels = createWriteStream(join(values.out, 'labels.jsonl'))

const session = await openBrowserSession({
  browserPath: values.browser,
  onFrame: (pixels) => new Promise((resolve) => images.write(toUprightRgb(pixels), resolve)),
})
const firstSeed = Number(values.seed)
for (let seed = firstSeed; seed < firstSeed + Number(values.worlds); seed++) {
  const options = { seed, frameCount: framesPerWorld * stride, varied: true }
  const world = createWorld(options)
  const label = createLabeller(world, 1280, 720)
  await session.openWorld({ ...options, width, height })
  for (let index = 0; index < framesPerWorld; index++) {
    const frame = index * stride
    const boxes = label(world.setFrame(frame))
    await session.renderFrame(frame)
    labels.write(`${JSON.stringify({ seed, frame, width: 1280, height: 720, boxes })}\n`)
  }
  console.log(`world ${seed - firstSeed + 1} of ${values.worlds}`)
}
await session.finish()
await session.close()
images.end()
labels.end()

/** @param {Buffer} rgba */
function toUprightRgb(rgba) {
  const rgb = Buffer.allocUnsafe(width * height * 3)
  let target = 0
  for (let row = height - 1; row >= 0; row--) {
    for (let source = row * width * 4; source < (row + 1) * width * 4; source += 4) {
      target += rgba.copy(rgb, target, source, source + 3)
    }
  }
  return rgb
}
