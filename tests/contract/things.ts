/** Creates the objects that sample calls name, on a running platform. */
import type { BatchJob } from '../../src/shared/api/auto-annotate.ts'
import type { CreatedDeployment } from '../../src/shared/api/deployments.ts'
import { type Endpoint, pathOf } from '../../src/shared/api/endpoint.ts'
import type { EndpointId } from '../../src/shared/api/index.ts'
import type { NotificationList } from '../../src/shared/api/notifications.ts'
import type { Harness } from '../platform/support/harness.ts'
import { addMember, inviteTo } from '../platform/support/people.ts'
import { IMAGE_BYTES, MODEL_BYTES } from '../platform/support/scripted-engine.ts'
import { eventually } from '../setup/eventually.ts'
import { SAMPLES, type Sample, type Things } from './samples.ts'

/** For callers who are rejected before any object is looked up. */
export const NOTHING: Things = {
  workflow: 'w',
  endedRun: 'r',
  artifact: 'a',
  organization: 'o',
  model: 'm',
  modelHandle: 'h',
  dataset: 'd',
  image: 'i',
  imageHandle: 'j',
  folder: 'f',
  webhook: 'k',
  apiKey: 'a',
  member: 'm',
  invite: 'v',
  notification: 'n',
  export: 'e',
  evaluation: 'v',
  batch: 'b',
  deployment: 'd',
  pausedDeployment: 'p',
}

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Sample): string {
  const path = pathOf(endpoint, params)
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

const newAddress = () => `person-${crypto.randomUUID()}@example.com`

export function createThings(h: () => Harness) {
  let made = 0

  /** Creates each object that samples can name; repeated for each call, since some calls delete them. */
  const MAKE: { [K in keyof Things]: (so: Partial<Things>) => Promise<string> } = {
    workflow: () => h().createWorkflow(`Workflow ${Math.random()}`),
    async endedRun({ workflow }) {
      const index = h().engine.runs.length
      const id = await h().startRun(workflow ?? (await MAKE.workflow({})))
      const run = await h().engine.run(index)
      run.finish({ artifacts: [run.write('counts.csv', 'a,b\n1,2\n')] })
      await eventually(async () => (await h().getRun(id)).status === 'completed')
      return id
    },
    artifact: async () => 'counts.csv',
    organization: async () => h().platform.organizationId,
    modelHandle: () => h().upload('net.onnx', MODEL_BYTES, 'application/octet-stream'),
    async model() {
      const body = { gcs_uri: await MAKE.modelHandle({}) }
      return (await h().api<{ id: string }>('POST', '/models/import', { body })).body.id
    },
    async dataset() {
      const body = { name: 'Street', classes: [{ name: 'car' }, { name: 'truck' }] }
      return (await h().api<{ id: string }>('POST', '/datasets/', { body })).body.id
    },
    imageHandle: () => h().upload('1.jpg', IMAGE_BYTES, 'image/jpeg'),
    async image({ dataset }) {
      const body = { dataset, gcs_uri: await MAKE.imageHandle({}), directory_path: 'train' }
      return (await h().api<{ id: string }>('POST', '/images/', { body })).body.id
    },
    async folder({ dataset }) {
      const { body } = await h().api<{ id: string }[]>('GET', `/folders/list/${dataset}`)
      return body[0]?.id as string
    },
    async export({ dataset }) {
      const { body } = await h().api<{ id: string }>('POST', '/exports', { body: { dataset } })
      await eventually(
        async () => (await h().api<{ status: string }>('GET', `/exports/${body.id}`)).body.status === 'completed',
      )
      return body.id
    },
    async evaluation({ model: model_id, export: export_id }) {
      const { body } = await h().api<{ id: string }>('POST', '/model-evaluations', { body: { model_id, export_id } })
      const read = () => h().api<{ status: string }>('GET', `/model-evaluations/${body.id}`)
      await eventually(async () => (await read()).body.status === 'completed')
      return body.id
    },
    async batch({ dataset: dataset_name, image, model: model_id }) {
      const body = { dataset_name, image_filenames: [image], model_id }
      const { job_id } = (await h().api<BatchJob>('POST', '/auto-annotate/batch', { body })).body
      const read = () => h().api<BatchJob>('GET', `/auto-annotate/batch/${job_id}`)
      await eventually(async () => (await read()).body.status === 'completed')
      return job_id
    },
    async webhook() {
      // Each has an address of its own, and subscribes to no event that these calls cause.
      const url = `http://127.0.${made >> 8}.${made++ & 255}:9/nobody-there`
      const body = { url, event_types: ['workflow_run.failed'] }
      return (await h().api<{ endpoint: { id: string } }>('POST', '/webhooks/endpoints', { body })).body.endpoint.id
    },
    async apiKey() {
      const body = { name: 'Of a sample', role: 'viewer' }
      return (await h().api<{ key_id: string }>('POST', '/api/v1/api-keys/', { body })).body.key_id
    },
    member: async () => (await addMember(h(), newAddress())).id,
    invite: async () => (await inviteTo(h(), newAddress())).id,
    async notification() {
      const run = await MAKE.endedRun({})
      let id: string | undefined
      await eventually(async () => {
        const { body } = await h().api<NotificationList>('GET', '/notifications/')
        id = body.notifications.find(({ metadata }) => metadata?.run_id === run)?.id
        return id !== undefined
      })
      return id as string
    },
    async deployment({ model }) {
      const body = { model_id: model ?? (await MAKE.model({})), compute_type: 'cpu' }
      const { deployment } = (await h().api<CreatedDeployment>('POST', '/deployments/', { body })).body
      return deployment.id
    },
    async pausedDeployment() {
      const id = await MAKE.deployment({})
      await h().api('POST', `/deployments/${id}/pause`)
      return id
    },
  }

  /** An object's parent is created before it. */
  const IN_ORDER = Object.keys(MAKE) as (keyof Things)[]

  /** The objects that the sample of an endpoint names. */
  async function of(id: string): Promise<Things> {
    const named = new Set<unknown>()
    const note = (_: Things, name: string | symbol) => {
      named.add(name)
      return 'x'
    }
    SAMPLES[id as EndpointId](new Proxy(NOTHING, { get: note }))
    if (named.has('evaluation')) named.add('model').add('export')
    if (named.has('batch')) named.add('model').add('image')
    // An image and its data set belong together; samples use the image's directory and file name directly.
    if (['image', 'dataset', 'folder', 'export'].some((name) => named.has(name))) named.add('dataset').add('image')
    const things: Partial<Things> = {}
    for (const name of IN_ORDER) if (named.has(name)) things[name] = await MAKE[name](things)
    return { ...NOTHING, ...things }
  }

  /** Runs that a call has started are cancelled, so that the next one can start. */
  async function stopRuns(): Promise<void> {
    for (const status of ['queued', 'processing']) {
      const { body } = await h().api<{ id: string }[]>('GET', `/workflow-runs?status=${status}`)
      for (const { id } of body) await h().api('POST', `/workflow-runs/${id}/cancel`)
    }
  }

  return { of, stopRuns }
}
