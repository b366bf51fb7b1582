/** A platform with a data set of images, and batches on it. */
import type { BatchJob, BatchQuote } from '../../../../src/shared/api/auto-annotate.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import type { ModelServer } from '../../../../src/shared/engine-contract/serving.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import type { Harness } from '../../support/harness.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../support/scripted-engine.ts'

export const { credits_monthly_allowance: ALLOWANCE, price_book: BOOK } = planOf('free')

/** Lets so many images of served models through, and holds the others until more are admitted. */
export interface Gate {
  readonly engine: ScriptedEngine
  admit(images: number): void
}

export function createGate(): Gate {
  const engine = createScriptedEngine()
  let admitted = 0
  let waiting: { admit: () => void; server: ModelServer }[] = []
  const serve = engine.serveModel
  engine.serveModel = (model): ModelServer => {
    const server = serve(model)
    let isClosed = false
    return {
      ...server,
      async predict(image, options) {
        if (isClosed) return server.predict(image, options)
        if (admitted > 0) admitted--
        else await new Promise<void>((admit) => waiting.push({ admit, server }))
        return server.predict(image, options)
      },
      close() {
        isClosed = true
        server.close()
        const own = waiting.filter((one) => one.server === server)
        waiting = waiting.filter((one) => one.server !== server)
        for (const { admit } of own) admit()
      },
    }
  }
  return {
    engine,
    admit(images) {
      for (let i = 0; i < images; i++) {
        const next = waiting.shift()
        if (next) next.admit()
        else admitted++
      }
    },
  }
}

export function createDesk(h: Harness, key = h.keys.owner) {
  const modelOf = async () => {
    const { body } = await h.api<{ data: { id: string }[] }>('GET', '/models/', { key })
    return body.data[0]?.id as string
  }
  const status = async (id: string) => (await h.api<BatchJob>('GET', `/auto-annotate/batch/${id}`, { key })).body
  const isOver = async (id: string) => !['pending', 'running'].includes((await status(id)).status)
  return {
    modelOf,
    status,
    async dataset(name = 'Street', types = ['bbox', 'polygon']) {
      const body = { name, annotation_types: types }
      return (await h.api<{ id: string }>('POST', '/datasets/', { key, body })).body.id
    },
    /** Returns the ids of `count` images of 1280 x 720. */
    async images(dataset: string, count: number, directory_path = '/'): Promise<string[]> {
      const ids: string[] = []
      for (let i = 0; i < count; i++) {
        const gcs_uri = await h.upload(`${i}.jpg`, `IMAGE ${directory_path} ${i}`, 'image/jpeg', key)
        const body = { dataset, gcs_uri, directory_path }
        ids.push((await h.api<{ id: string }>('POST', '/images/', { key, body })).body.id)
      }
      return ids
    },
    create: (body: object) => h.api<BatchJob & ErrorBody>('POST', '/auto-annotate/batch', { key, body }),
    quote: (body: object) => h.api<BatchQuote & ErrorBody>('POST', '/auto-annotate/batch/quote', { key, body }),
    cancel: (id: string) => h.api<BatchJob & ErrorBody>('POST', `/auto-annotate/batch/${id}/cancel`, { key }),
    async over(id: string): Promise<BatchJob> {
      await eventually(() => isOver(id))
      return status(id)
    },
    async annotations(dataset: string, image: string): Promise<Annotation[]> {
      const path = `/annotations/${dataset}/${image}`
      return (await h.api<{ annotations: Annotation[] }>('GET', path, { key })).body.annotations
    },
    async setPlan(subscription_tier: 'free') {
      const db = await openPlatformDatabase(h.dataDir)
      await db
        .updateTable('organizations')
        .set({ subscription_tier })
        .where('id', '=', h.platform.organizationId)
        .execute()
      await db.destroy()
    },
    async credits() {
      const { body } = await h.api<{ credits_remaining: number }>('GET', '/organizations/me', { key })
      return body.credits_remaining
    },
  }
}
