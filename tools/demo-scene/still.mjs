import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openBrowserSession } from './browser-session.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    frames: { type: 'string', default: '100' },
    varied: { type: 'boolean', default: false },
    out: { type: 'string', default: '.cache/demo-scene/still' },
    browser: { type: 'string', default: process.env.SIGHTLINE_CHROMIUM ?? '/usr/bin/chromium' },
    width: { type: 'string', default: '1280' },
  },
})
mkdirSync(values.out, { recursive: true })
const width = Number(values.width)
const height = (width * 9) / 16
const indices = values.frames.split(',').map(Number)
let current = 0
const session = await openBrowserSession({
  browserPath: values.browser,
  onFrame: (pixels) =>
    new Promise((resolve) => {
      const file = `${values.out}/seed-${values.seed}-frame-${current}.png`
      const encoder = spawn('ffmpeg', [
        '-y',
        '-loglevel',
        'error',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgba',
        '-s',
        `${width}x${height}`,
        '-i',
        '-',
        '-vf',
        'vflip',
        '-pix_fmt',
        'rgb24',
        file,
      ])
      encoder.on('close', resolve)
      encoder.stdin.end(pixels)
    }),
})
await session.openWorld({
  seed: Number(values.seed),
  frameCount: Math.max(...indices) + 1,
  varied: values.varied,
  width,
  height,
})
for (current of indices) {
  const started = performance.now()
  await session.renderFrame(current)
  await session.finish()
  console.log(`frame ${current}: ${Math.round(performance.now() - started)} ms`)
}
await session.close()
