/** Images that are added to a data set: small ones of an archive, photographs, and uploads of several clients. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { installFromDebian } from '../../tools/test/debian.mjs'
import { archiveOf, photographs, smallPng } from '../arrival-files.ts'
import type { Figure, Part } from '../figure.ts'
import { caller, type Listening } from '../platform-calls.ts'
import { startServer, stopServer } from '../server-child.ts'
import type { Call } from './long-jobs.ts'

/** Small images of the archive; the figure is for 20,000. */
const SMALL = 4000
const WANTED = 20_000
const PHOTOGRAPHS = 48
const [CLIENTS, WARM_UP, UPLOADS] = [8, 200, 800]
const EVERY_MS = 20

export const arrivals: Part = {
  name: 'arrivals',
  title: 'Images that are added to a data set',
  async measure(): Promise<Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-arrivals-'))
    try {
      return [...(await small(folder)), ...(await large(folder)), ...(await uploads())]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function small(folder: string): Promise<Figure[]> {
  const path = join(folder, 'small.zip')
  const images = Array.from({ length: SMALL }, (_, i) => [`images/${i}.png`, smallPng(i)] as const)
  const labels = images.map((_, i) => [`labels/${i}.txt`, Buffer.from('0 0.5 0.5 0.25 0.5\n')] as const)
  await archiveOf(path, [['data.yaml', Buffer.from('names: [car]\n')], ...images, ...labels])
  return served(async ({ call, at }) => {
    const { tookMs, healthMs } = await withHealth(at, () => imported(call, path))
    const value = ((tookMs / 1000) * WANTED) / SMALL
    const detail = `an archive of ${SMALL} PNG files with a label each, from the upload’s import to the last descriptor, times ${WANTED / SMALL}`
    return [
      { title: '20,000 small images of an archive', value, unit: 's', limit: 60, detail },
      health('`/health` while small images are imported', healthMs),
    ]
  })
}

async function large(folder: string): Promise<Figure[]> {
  const files = await photographs(folder, PHOTOGRAPHS)
  const alone = await thumbnailsBy(files, folder)
  const path = join(folder, 'photographs.zip')
  const entries = files.map((file, i) => [`images/${i}.jpg`, readFileSync(file)] as const)
  await archiveOf(path, [
    ['data.yaml', Buffer.from('names: [car]\n')],
    ['labels/0.txt', Buffer.from('0 0.5 0.5 0.25 0.5\n')],
    ...entries,
  ])
  return served(async ({ call, at }) => {
    const { tookMs, healthMs } = await withHealth(at, () => imported(call, path))
    const found = health('`/health` while photographs are imported', healthMs)
    if (alone === null) return [found]
    const detail = `${PHOTOGRAPHS} photographs of 12 megapixels: ${(tookMs / 1000).toFixed(1)} s with descriptors; vipsthumbnail takes ${(alone / 1000).toFixed(1)} s for both thumbnails on as many cores`
    const title = 'An import of photographs, compared with vipsthumbnail'
    return [{ title, value: tookMs / alone, unit: '', limit: 1.3, detail }, found]
  })
}

async function uploads(): Promise<Figure[]> {
  return served(async ({ call, at }) => {
    const dataset = await newDataset(call)
    let next = 0
    const client = async (end: number) => {
      while (next < end) {
        const i = next++
        const gcs_uri = await uploaded(call, `${i}.png`, 'image/png', smallPng(i))
        await call('POST', '/images/', JSON.stringify({ dataset, gcs_uri }))
      }
    }
    const upTo = (end: number) => Promise.all(Array.from({ length: CLIENTS }, () => client(end)))
    // The first calls of a server run code that is not compiled yet.
    await upTo(WARM_UP)
    const { tookMs, healthMs } = await withHealth(at, () => upTo(WARM_UP + UPLOADS))
    const detail = `${CLIENTS} clients send ${UPLOADS}: ${((1000 * UPLOADS) / tookMs).toFixed(0)} a second, while thumbnails and descriptors are made`
    return [
      { title: '100 uploads of small images', value: (100 * tookMs) / UPLOADS / 1000, unit: 's', limit: 1, detail },
      health('`/health` while images are uploaded', healthMs),
    ]
  })
}

interface Served {
  at: Listening
  call: Call
}

async function served<T>(work: (served: Served) => Promise<T>): Promise<T> {
  const server = await startServer<Listening>('idle')
  try {
    return await work({ at: server.at, call: caller(server.at) })
  } finally {
    await stopServer(server)
  }
}

const newDataset = async (call: Call): Promise<string> =>
  JSON.parse(await call('POST', '/datasets/', JSON.stringify({ name: 'Street' }))).id

async function uploaded(call: Call, filename: string, content_type: string, bytes: Buffer): Promise<string> {
  const { upload_url, gcs_uri } = JSON.parse(
    await call('POST', '/images/upload-url', JSON.stringify({ filename, content_type })),
  )
  const body = bytes as unknown as BodyInit
  const reply = await fetch(upload_url, { method: 'PUT', body, headers: { 'content-type': content_type } })
  if (!reply.ok) throw new Error(await reply.text())
  return gcs_uri
}

/** Plans and writes an import, and waits for what is derived from its images. */
async function imported(call: Call, path: string): Promise<void> {
  const dataset = await newDataset(call)
  const gcs_uri = await uploaded(call, 'archive.zip', 'application/zip', readFileSync(path))
  const { id } = JSON.parse(await call('POST', '/imports', JSON.stringify({ dataset, gcs_uri })))
  const ended = (status: string) =>
    until(async () => {
      const found = JSON.parse(await call('GET', `/imports/${id}`))
      if (['failed', 'cancelled'].includes(found.status)) throw new Error(found.error_message)
      return found.status === status
    })
  await ended('planned')
  await call('POST', `/imports/${id}/confirm`, '{}')
  await ended('completed')
  await until(async () => {
    const jobs: { state: string }[] = JSON.parse(await call('GET', '/jobs'))
    return jobs.every(({ state }) => state !== 'queued' && state !== 'running')
  })
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 5 * EVERY_MS))
}

async function withHealth({ api }: Listening, work: () => Promise<unknown>) {
  const address = new URL('/health', api)
  let [isOver, healthMs] = [false, 0]
  async function watch(): Promise<void> {
    while (!isOver) {
      const since = performance.now()
      await (await fetch(address)).text()
      healthMs = Math.max(healthMs, performance.now() - since)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  }
  const watching = watch()
  const since = performance.now()
  await work().finally(() => {
    isOver = true
  })
  const tookMs = performance.now() - since
  await watching
  return { tookMs, healthMs }
}

const health = (title: string, value: number): Figure => ({
  title,
  value,
  unit: 'ms',
  limit: 50,
  detail: `the longest of calls every ${EVERY_MS} ms`,
})

/** Milliseconds that vipsthumbnail takes for both sizes on all cores; null where it cannot be had. */
async function thumbnailsBy(files: readonly string[], folder: string): Promise<number | null> {
  const sizes = [1024, 256]
  const make = async (some: readonly string[]) => {
    for (const size of sizes) {
      const to = join(folder, `%s-${size}.webp[Q=80]`)
      const child = spawn('vipsthumbnail', ['--size', `${size}x${size}`, '-o', to, ...some], { stdio: 'ignore' })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error('vipsthumbnail failed')
    }
  }
  const run = async () => {
    const cores = availableParallelism()
    const shares = Array.from({ length: cores }, (_, i) => files.filter((_, n) => n % cores === i))
    const since = performance.now()
    await Promise.all(shares.map(make))
    return performance.now() - since
  }
  return run().catch(() => (installFromDebian(['libvips-tools']) ? run().catch(() => null) : null))
}
