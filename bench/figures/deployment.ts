import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { createEngine } from '../../src/engine/host/engine-host.ts'
import type { ModelServer, ServedImage } from '../../src/shared/engine-contract/serving.ts'
import { inRoot } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { DEMO, DETECTOR } from '../media.ts'
import type { ServingDeployment } from '../platform-server.ts'
import { startServer, stopServer } from '../server-child.ts'

const SECONDS = Number(process.env.SIGHTLINE_LOAD_SECONDS ?? 60)
const CLIENTS = 16
const WARM_S = 2

/** The calls of a deployment against the same model without HTTP. */
export const deployment: Part = {
  name: 'deployment',
  title: `Predictions of a deployment, ${CLIENTS} clients, bundled detector`,
  async measure(): Promise<Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-load-'))
    const engine = createEngine({ entry: inRoot('out/node/engine.js') })
    try {
      const { done } = engine.extractFrames(
        { path: DEMO, name: 'street', outDir: folder, selection: { by: 'rate', fps: 0.1 } },
        () => undefined,
      )
      const frames = await done
      if (!frames.ok) throw new Error(frames.error.message)
      const image = { path: join(folder, frames.value.frames[0]?.name as string), name: 'street' }
      const server = () => engine.serveModel({ path: DETECTOR, name: 'detector', sha256: '' })
      // Half before the calls and half after them, since the speed of a shared machine changes.
      const before = await withModel(server(), image)
      const { rate, mean, p99, failed, total } = await callsWith(readFileSync(image.path))
      const after = await withModel(server(), image)
      const direct = (before + after) / 2
      return [
        {
          title: 'Throughput of the model alone over that of the calls',
          value: direct / rate,
          unit: '',
          // 0.9 of the model alone.
          limit: 1 / 0.9,
          detail: `${rate.toFixed(1)} predictions/s for ${SECONDS} s; the model alone ${before.toFixed(1)} before and ${after.toFixed(1)} after`,
        },
        {
          title: 'The slowest of 100 calls over the mean',
          value: p99 / mean,
          unit: '',
          limit: 3,
          detail: `mean ${mean.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
        },
        {
          title: 'Failed calls',
          value: failed,
          unit: '',
          limit: 0,
          detail: `of ${total}`,
        },
      ]
    } finally {
      engine.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Predictions a second with as many images at a time as there are clients. */
async function withModel(server: ModelServer, image: ServedImage): Promise<number> {
  try {
    await predictFor(server, image, WARM_S)
    return await predictFor(server, image, SECONDS / 2)
  } finally {
    server.close()
  }
}

async function predictFor(server: ModelServer, image: ServedImage, seconds: number): Promise<number> {
  const since = performance.now()
  let count = 0
  const client = async () => {
    while (performance.now() - since < 1000 * seconds) {
      const result = await server.predict(image)
      if (!result.ok) throw new Error(result.error.message)
      count++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (1000 * count) / (performance.now() - since)
}

async function callsWith(jpeg: Buffer) {
  const served = await startServer<ServingDeployment>('deployment')
  try {
    const boundary = 'sightline-load'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="street.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
    const options = {
      url: served.at.predict,
      method: 'POST' as const,
      connections: CLIENTS,
      headers: {
        authorization: `Bearer ${served.at.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    }
    await autocannon({ ...options, duration: WARM_S })
    const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: SECONDS })
    return {
      rate: requests.average,
      mean: latency.mean,
      p99: latency.p99,
      failed: non2xx + errors,
      total: requests.total,
    }
  } finally {
    await stopServer(served)
  }
}
