/** Clients that write at the same time, and remember what the server has acknowledged. */
import { DEVELOPER_PREFIX } from '../../../src/shared/api/endpoint.ts'
import { countingGraph, DEMO_URI } from '../support/graphs.ts'
import { IMAGE_BYTES } from '../support/scripted-engine.ts'

export const DATASET = 'Load'
export const WORKFLOW = 'Count'
const ABSENT = null

/** The values that an object can have: one, unless a call about it got no reply. `null`: it does not exist. */
export type Known = Map<string, Set<string | null>>

export interface Load {
  /** Descriptions, by name. */
  workflows: Known
  /** Content, by file name. */
  images: Known
  /** The `x` of the only box, by file name. */
  annotations: Known
  /** Statuses of the images, which batches set, by file name. */
  statuses: Known
  /** Descriptions, by URL. */
  webhooks: Known
  /** Ids of acknowledged ones. */
  runs: string[]
  extractions: string[]
  /** Cancellations that were acknowledged. */
  cancelled: string[]
  /** Replies other than expected ones. */
  refused: string[]
  /** Number of acknowledged writes. */
  acknowledged: number
  /** Writes without a reply. */
  unknown: number
  /** Number of runs that were requested, each by a request with an Idempotency-Key. */
  requestedRuns: number
  /** Sends requests with an Idempotency-Key that got no reply again. Returns their number. */
  repeatLost(server: { baseUrl: string; key: string }): Promise<number>
  /** Writes by several clients until the server cannot be reached. */
  write(server: { baseUrl: string; key: string }): Promise<void>
}

class Unreachable extends Error {}

export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

export function createCaller({ baseUrl, key }: { baseUrl: string; key: string }) {
  /** `once`: sent as Idempotency-Key. */
  return async function call<T = Record<string, unknown>>(method: string, path: string, body?: unknown, once?: string) {
    const headers = {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(once !== undefined && { 'idempotency-key': once }),
    }
    try {
      const send = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const response = await fetch(`${baseUrl}${DEVELOPER_PREFIX}${path}`, send)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, body: (isJson && text ? JSON.parse(text) : text) as T }
    } catch (error) {
      throw new Unreachable(`${method} ${path}`, { cause: error })
    }
  }
}
type Call = ReturnType<typeof createCaller>

export function createLoad(): Load {
  const load: Load = {
    workflows: new Map(),
    images: new Map(),
    annotations: new Map(),
    statuses: new Map(),
    webhooks: new Map(),
    runs: [],
    extractions: [],
    cancelled: [],
    refused: [],
    acknowledged: 0,
    unknown: 0,
    requestedRuns: 0,
    repeatLost,
    write,
  }
  /** Requests with an Idempotency-Key that got no reply. */
  const lost: ((call: Call) => Promise<void>)[] = []
  /** Webhook endpoints are changed by id. */
  const endpointIds = new Map<string, string>()
  /** By file name; those of single edits are made by the client. */
  const imageIds = new Map<string, string>()
  const boxIds = new Map<string, string>()
  let made = 0
  const newName = (kind: string) => `${kind}-${made++}`

  /** A write without a reply may have happened. */
  async function change(known: Known, name: string, value: string | null, send: () => ReturnType<Call>) {
    const before = known.get(name) ?? new Set([ABSENT])
    known.set(name, new Set([...before, value]))
    try {
      const answer = await send()
      if (!isFine(name, answer)) known.set(name, before)
      else known.set(name, new Set([value]))
      return answer
    } catch (error) {
      load.unknown++
      throw error
    }
  }
  function isFine(name: string, { status, body }: { status: number; body: unknown }): boolean {
    if (status < 300) load.acknowledged++
    else load.refused.push(`${name}: ${status} ${JSON.stringify(body)}`)
    return status < 300
  }
  /** A repetition of a request that the killed server had carried out may find that its answer is lost. */
  function isCarriedOut(name: string, answer: { status: number; body: unknown }): boolean {
    const { error } = answer.body as { error?: { code: string } }
    return (answer.status === 409 && error?.code === 'answer_not_kept') || isFine(name, answer)
  }
  /** Objects that exist for certain. */
  const certain = (known: Known) =>
    [...known].filter(([, values]) => values.size === 1 && !values.has(ABSENT)).map(([name]) => name)
  /** Each object has one client, so that its changes follow each other. */
  const own = (known: Known, client: number) =>
    certain(known).filter((name) => Number(name.split('-')[1]) % CLIENTS === client)
  const CLIENTS = 2
  const newOwn = (kind: string, client: number) => {
    let name = newName(kind)
    while (Number(name.split('-')[1]) % CLIENTS !== client) name = newName(kind)
    return name
  }

  async function writeWorkflow(call: Call, client: number): Promise<void> {
    const there = own(load.workflows, client)
    const dice = Math.random()
    if (there.length < 3 || dice < 0.4) {
      const name = newOwn('workflow', client)
      const body = { name, description: 'new', graph: countingGraph() }
      const once = crypto.randomUUID()
      const create = (call: Call) => change(load.workflows, name, 'new', () => call('POST', '/workflows/', body, once))
      await create(call).catch((error) => {
        lost.push(async (call) => {
          const answer = await call('POST', '/workflows/', body, once)
          if (isCarriedOut(name, answer)) load.workflows.set(name, new Set(['new']))
        })
        throw error
      })
    } else if (dice < 0.8) {
      const [name, description] = [pick(there), newName('text')]
      await change(load.workflows, name, description, () => call('PATCH', `/workflows/${name}`, { description }))
    } else {
      const name = pick(there)
      await change(load.workflows, name, ABSENT, () => call('DELETE', `/workflows/${name}`))
    }
  }

  async function writeImage(call: Call, client: number): Promise<void> {
    const there = own(load.images, client)
    const dice = Math.random()
    if (there.length > 0 && dice < 0.2) return setStatus(call, pick(there))
    if (there.length > 0 && dice < 0.7) {
      const [name, x] = [pick(there), `${made++}`]
      if (isEdited(name)) return editBox(call, name, Number(x) / 1e4)
      const annotations = [{ name: 'car', type: 'bbox', bounding_box: { x: Number(x) / 1e4, y: 2, w: 3, h: 4 } }]
      const path = `/annotations/${DATASET}/${name}`
      await change(load.annotations, name, `${Number(x) / 1e4}`, () => call('POST', path, { annotations }))
      return
    }
    const name = `${newOwn('image', client)}-.jpg`
    const content = `${IMAGE_BYTES} ${name}`
    const upload = { filename: name, content_type: 'image/jpeg' }
    const { body: target } = await call<{ upload_url: string; gcs_uri: string }>('POST', '/images/upload-url', upload)
    const put = { method: 'PUT', body: content, headers: { 'content-type': 'image/jpeg' } }
    await fetch(target.upload_url, put).catch((error) => {
      throw new Unreachable('upload', { cause: error })
    })
    const body = { dataset: DATASET, gcs_uri: target.gcs_uri }
    const answer = await change(load.images, name, content, () => call('POST', '/images/', body))
    imageIds.set(name, `${(answer.body as { id: string }).id}`)
    load.statuses.set(name, new Set(['new']))
  }

  const isEdited = (name: string) => Number(name.split('-')[1]) % (2 * CLIENTS) < CLIENTS

  /** Creates the only box of an image, or moves it. */
  async function editBox(call: Call, name: string, x: number): Promise<void> {
    const known = load.annotations.get(name)
    // An edit that got no reply is sent again by an app; here it leaves the image alone.
    if (known && known.size > 1) return
    const id = boxIds.get(name) ?? crypto.randomUUID()
    boxIds.set(name, id)
    const bounding_box = { x, y: 2, w: 3, h: 4 }
    const fields = known ? { bounding_box } : { name: 'car', type: 'bbox', confidence: null, bounding_box }
    const operation = { op_id: crypto.randomUUID(), id, action: known ? 'update' : 'create', fields }
    const path = `/images/${imageIds.get(name)}/annotations`
    await change(load.annotations, name, `${x}`, () => call('PATCH', path, { operations: [operation] }))
  }

  async function setStatus(call: Call, name: string): Promise<void> {
    const status = pick(['annotate', 'review', 'complete'])
    const body = { dataset_name: DATASET, image_ids: [imageIds.get(name)], updates: { status } }
    await change(load.statuses, name, status, () => call('PATCH', '/batch/images/update', body))
  }

  async function writeWebhook(call: Call, client: number): Promise<void> {
    const there = own(load.webhooks, client)
    if (there.length < 2 || Math.random() < 0.3) {
      const url = `http://127.0.0.1:9/${newOwn('hook', client)}`
      const body = { url, event_types: ['workflow_run.records'], description: 'new' }
      const answer = await change(load.webhooks, url, 'new', () => call('POST', '/webhooks/endpoints', body))
      endpointIds.set(url, (answer.body as { endpoint: { id: string } }).endpoint?.id)
      return
    }
    const [url, description] = [pick(there), newName('text')]
    const path = `/webhooks/endpoints/${endpointIds.get(url)}`
    await change(load.webhooks, url, description, () => call('PATCH', path, { description }))
  }

  async function startWork(call: Call): Promise<void> {
    if (Math.random() < 0.3) {
      const body = { dataset_name: DATASET, store_path: DEMO_URI, directory_name: newName('frames') }
      const answer = await call<{ job_id: string }>('POST', '/video/extract-frames', body)
      if (isFine('extraction', answer)) load.extractions.push(answer.body.job_id)
      return
    }
    const once = crypto.randomUUID()
    const start = (call: Call) => call<{ run_id: string }>('POST', `/workflows/${WORKFLOW}/run`, undefined, once)
    load.requestedRuns++
    const answer = await start(call).catch((error) => {
      lost.push(async (call) => {
        const again = await start(call)
        if (isCarriedOut('run', again) && again.status < 300) load.runs.push(again.body.run_id)
      })
      throw error
    })
    if (!isFine('run', answer)) return
    load.runs.push(answer.body.run_id)
    if (Math.random() < 0.7) return
    const cancel = await call('POST', `/jobs/${answer.body.run_id}/cancel`)
    // It may have ended.
    if (cancel.status !== 409 && isFine('cancel', cancel)) load.cancelled.push(answer.body.run_id)
  }

  async function repeat(step: () => Promise<void>, pauseMs = 0): Promise<void> {
    try {
      for (;;) {
        await step()
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    }
  }

  async function repeatLost(server: { baseUrl: string; key: string }): Promise<number> {
    const call = createCaller(server)
    const requests = lost.splice(0)
    for (const send of requests) await send(call)
    return requests.length
  }

  async function write(server: { baseUrl: string; key: string }): Promise<void> {
    const call = createCaller(server)
    const clients = Array.from({ length: CLIENTS }, (_, client) => [
      repeat(() => writeWorkflow(call, client)),
      repeat(() => writeImage(call, client)),
      repeat(() => writeWebhook(call, client), 20),
    ])
    await Promise.all([...clients.flat(), repeat(() => startWork(call), 30)])
  }
  return load
}
