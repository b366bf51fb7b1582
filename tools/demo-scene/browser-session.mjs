import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, extname, join, normalize } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
/** @import { JSHandle } from '@playwright/test' */
/** @import { ScenePage } from './page/main.js' */
/** @typedef {(pixels: Buffer) => Promise<unknown>} OnFrame */

const here = dirname(fileURLToPath(import.meta.url))
const threeRoot = join(dirname(createRequire(import.meta.url).resolve('three')), '..')
/** @type {Readonly<Record<string, string>>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

/**
 * A headless browser showing the scene page; `onFrame` receives raw RGBA pixels.
 * @param {{ browserPath: string, onFrame: OnFrame }} options
 */
export async function openBrowserSession({ browserPath, onFrame }) {
  const server = createServer((request, response) => handle(request, response, onFrame))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  page.on('pageerror', (error) => console.error(error.message))
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  await page.goto(`http://127.0.0.1:${port}/scene/page/index.html`)
  const scene = /** @type {JSHandle<ScenePage>} */ (await page.waitForFunction('window.scene'))
  return {
    /** @param {Parameters<ScenePage['openWorld']>[0]} options */
    openWorld: (options) => scene.evaluate(({ openWorld }, value) => openWorld(value), options),
    /** @param {number} index */
    renderFrame: (index) => scene.evaluate(({ renderFrame }, value) => renderFrame(value), index),
    finish: () => scene.evaluate(({ finish }) => finish().then(() => null)),
    close: async () => {
      await browser.close()
      server.close()
    },
  }
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {OnFrame} onFrame
 */
async function handle(request, response, onFrame) {
  if (request.method === 'POST') {
    await onFrame(await buffer(request))
    response.end()
    return
  }
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
  const file = path.startsWith('/three/') ? join(threeRoot, path.slice(7)) : join(here, path.replace(/^\/scene\//, ''))
  try {
    const content = await readFile(file)
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    response.end(content)
  } catch {
    response.statusCode = path === '/favicon.ico' ? 204 : 404
    response.end()
  }
}
