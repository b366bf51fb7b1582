import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowserSession } from './browser-session.mjs'
import { CLASSES, defaultBrowser, repositoryRoot } from './options.mjs'
import { createWorld } from './scene/world.js'
import { FPS } from './sim/simulation.js'
import { findAmbiguities } from './truth/ambiguity.js'
import { computeTruth, formatTruth } from './truth/truth.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '27' },
    out: { type: 'string', default: join(repositoryRoot, 'resources/demo') },
    name: { type: 'string', default: 'street-crossing' },
    crf: { type: 'string', default: '24' },
    browser: { type: 'string', default: defaultBrowser },
    'truth-only': { type: 'boolean', default: false },
  },
})
const width = 1280
const height = 720
const seed = Number(values.seed)
const frameCount = Number(values.seconds) * FPS
mkdirSync(values.out, { recursive: true })

const truth = computeTruth(createWorld({ seed, frameCount }), { frameCount, width, height, fps: FPS, classes: CLASSES })
writeFileSync(join(values.out, `${values.name}.truth.json`), formatTruth(truth))
for (const problem of findAmbiguities(truth.frames, truth.lines, width, height, FPS))
  console.warn(`unclear: ${problem}`)
for (const line of truth.lines) console.log(`${line.name}: ${line.a_to_b} a to b, ${line.b_to_a} b to a`)
if (!values['truth-only']) await renderVideo()

async function renderVideo() {
  const encoder = startEncoder(join(values.out, `${values.name}.mp4`))
  const session = await openBrowserSession({
    browserPath: values.browser,
    onFrame: (pixels) => new Promise((resolve) => encoder.stdin.write(pixels, resolve)),
  })
  await session.openWorld({ seed, frameCount, width, height })
  for (let index = 0; index < frameCount; index++) {
    await session.renderFrame(index)
    if (index % FPS === 0) console.log(`second ${index / FPS} of ${values.seconds}`)
  }
  await session.finish()
  await session.close()
  encoder.stdin.end()
  await new Promise((resolve) => encoder.on('close', resolve))
}

/** @param {string} file */
function startEncoder(file) {
  const grade =
    'vflip,eq=contrast=1.04:saturation=1.1,vignette=angle=0.32,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(FPS), '-i', '-']
  const colour = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const codec = [
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'slow',
    '-crf',
    values.crf,
    '-g',
    '50',
    '-movflags',
    '+faststart',
  ]
  return spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, '-vf', grade, ...codec, ...colour, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
}
