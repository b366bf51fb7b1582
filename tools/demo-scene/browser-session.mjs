import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const here = dirname(fileURLToPath(import.meta.url))
const threeRoot = join(dirname(createRequire(import.meta.url).resolve('three')), '..')
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

/** A headless browser showing the scene page; `onFrame` receives raw RGBA pixels. */
export async function openBrowserSession({ browserPath, onFrame }) {
  const server = createServer((request, response) => handle(request, response, onFrame))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  page.on('pageerror', (error) => console.error(error.message))
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  await page.goto(`http://127.0.0.1:${server.address().port}/scene/page/index.html`)
  await page.waitForFunction(() => window.ready)
  return {
    openWorld: (options) => page.evaluate((value) => window.openWorld(value), options),
    renderFrame: (index) => page.evaluate((value) => window.renderFrame(value), index),
    finish: () => page.evaluate(() => window.finish().then(() => null)),
    close: async () => {
      await browser.close()
      server.close()
    },
  }
}

async function handle(request, response, onFrame) {
  if (request.method === 'POST') {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    await onFrame(Buffer.concat(chunks))
    response.end()
    return
  }
  const path = normalize(new URL(request.url, 'http://localhost').pathname)
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
