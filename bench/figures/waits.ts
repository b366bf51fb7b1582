import type { Figure, Part } from '../figure.ts'
import { caller, longestWaits } from '../platform-calls.ts'
import type { Serving } from '../platform-server.ts'
import { startServer, stopServer } from '../server-child.ts'
import { evaluationCall, exportCalls, type LongCall } from './long-jobs.ts'

/** The longest wait of others during the calls that take longest. */
export const waits: Part = {
  name: 'waits',
  title: 'Waits during long calls of the platform',
  async measure(): Promise<Figure[]> {
    const served = await startServer<Serving>('datasets')
    try {
      const { at } = served
      const call = caller(at)
      const [large, small, whole] = at.datasets as [string, string, string]
      type Listed = { images: { id: string; filename: string }[] }
      const { images } = JSON.parse(
        await call('GET', `/datasets/${small}?include_images=true&images_limit=200`),
      ) as Listed
      const first = images[0]?.filename
      const box = { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2.5, w: 30, h: 40 }, confidence: 0.5 }
      const boxes = (n: number) => Array.from({ length: n }, () => box)
      // The bodies are serialised beforehand, since this process also measures the waits.
      const saves = JSON.stringify({ saves: images.map(({ id }) => ({ image_id: id, annotations: boxes(250) })) })
      const save = JSON.stringify({ annotations: boxes(10_000) })
      const rename = JSON.stringify({ dataset: large, old_name: 'car', new_name: 'lorry' })
      const calls: LongCall[] = [
        ['a bulk save of 200 x 250 annotations', () => call('POST', '/annotations/bulk', saves)],
        ['a save of 10,000 annotations of one image', () => call('POST', `/annotations/${small}/${first}`, save)],
        ['the read of 10,000 annotations', () => call('GET', `/annotations/${small}/${first}`)],
        ['insights of 100,000 images', () => call('GET', `/datasets/${large}/insights`)],
        ['the rename of a class with 300,000 annotations', () => call('POST', '/annotations/rename-class', rename)],
        ['the deletion of 100,000 images', () => call('DELETE', `/datasets/${large}`)],
        ...exportCalls(call, whole),
        await evaluationCall(call),
      ]
      const figures: Figure[] = []
      for (const [name, work] of calls) {
        const { read, write, tookMs } = await longestWaits(at, work)
        const detail = `the call takes ${tookMs.toFixed(0)} ms; a write of another caller waits ${write.toFixed(0)} ms`
        figures.push({ title: `/health during ${name}`, value: read, unit: 'ms', limit: 50, detail })
      }
      return figures
    } finally {
      await stopServer(served)
    }
  },
}
