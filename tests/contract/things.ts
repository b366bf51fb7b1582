/** Creates the objects that sample calls name, on a running platform. */
import type { BatchJob } from '../../src/shared/api/auto-annotate.ts'
import type { CreatedDeployment } from '../../src/shared/api/deployments.ts'
import { changes, type Endpoint, OPERATOR, pathOf } from '../../src/shared/api/endpoint.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import type { Job } from '../../src/shared/api/jobs.ts'
import type { NotificationList } from '../../src/shared/api/notifications.ts'
import type { Operator } from '../../src/shared/api/operator.ts'
import { connect, imported } from '../platform/exchange/storage-connections/connection-calls.ts'
import { type StrictStore, startStrictStore } from '../platform/exchange/storage-connections/strict-store.ts'
import type { Harness } from '../platform/support/harness.ts'
import { addMember, inviteTo } from '../platform/support/people.ts'
import { IMAGE_BYTES, MODEL_BYTES } from '../platform/support/scripted-engine.ts'
import { eventually } from '../setup/eventually.ts'
import type { Sample, Things } from './sample.ts'
import { SAMPLES } from './samples.ts'
import { BATCH, labelsOf, TRUTH, VERSION } from './studio-records.ts'

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
  annotation: '0190c6d4-0000-7000-8000-00000000000b',
  comment: 'c',
  imageHandle: 'j',
  folder: 'f',
  scannedDataset: 's',
  webhook: 'k',
  apiKey: 'a',
  member: 'm',
  operator: 'o',
  operatorAddress: 'o@example.com',
  invite: 'v',
  notification: 'n',
  export: 'e',
  plannedImport: 'p',
  import: 'i',
  labelsHandle: 'l',
  evaluation: 'v',
  batch: 'b',
  deployment: 'd',
  pausedDeployment: 'p',
  store: 's',
  storageConnection: 'c',
  storageImport: 'i',
  assignee: 'a',
  task: 't',
  studioBatch: 'b',
  studioTruth: 't',
  studioRunLabels: 'l',
  studioVersion: 'v',
}

/** A box on the image of the data set. */
const COCO = JSON.stringify({
  images: [{ id: 0, file_name: 'train/1.jpg' }],
  categories: [{ id: 0, name: 'car' }],
  annotations: [{ id: 0, image_id: 0, category_id: 0, bbox: [1, 2, 30, 40], area: 1200, iscrowd: 0 }],
})

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Sample): string {
  const path = pathOf(endpoint, params)
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/** The key of a caller who may make any call of the endpoint. */
export const keyFor = (h: Harness, { role }: Endpoint): string => (role === OPERATOR ? h.operatorKey : h.keys.owner)

const newAddress = () => `person-${crypto.randomUUID()}@example.com`

export function createThings(h: () => Harness) {
  let made = 0
  let store: Promise<StrictStore> | undefined

  /** A store with one image, which ends with the process of the test. */
  function startedStore(): Promise<StrictStore> {
    store ??= startStrictStore().then((started) => {
      started.put('photos/1.jpg')
      return started
    })
    return store
  }

  const madeAt = async (path: string, body: object): Promise<string> =>
    (await h().api<{ id: string }>('POST', path, { body })).body.id

  /** A record of one thing is made once, whatever calls have changed in it since. */
  async function madeAnew(path: string, body: object): Promise<string> {
    const { data } = (await h().api<{ data: { id: string }[] }>('GET', path)).body
    for (const { id } of data) await h().api('DELETE', `${path}/${id}`)
    return madeAt(path, body)
  }

  /** Creates each object that samples can name. */
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
    async annotation({ dataset, image }) {
      const id = crypto.randomUUID()
      const annotations = [{ id, name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 30, h: 40 } }]
      await h().api('POST', `/annotations/${dataset}/${image}`, { body: { annotations } })
      return id
    },
    async comment({ image: image_id, annotation: annotation_id }) {
      const { user_id: userId } = await addMember(h(), newAddress())
      const key = await h().platform.createKey('member', { userId })
      const body = { image_id, annotation_id, body: 'Is this a car?' }
      return (await h().api<{ id: string }>('POST', '/annotation-comments', { body, key })).body.id
    },
    async scannedDataset() {
      const dataset = await MAKE.dataset({})
      for (const filename of ['1.jpg', '2.jpg']) {
        const gcs_uri = await h().upload(filename, IMAGE_BYTES, 'image/jpeg')
        await h().api('POST', '/images/', { body: { dataset, gcs_uri } })
      }
      await eventually(async () => {
        const { body } = await h().api<Job[]>('GET', '/jobs')
        return body.every(({ kind, state }) => kind !== 'image_derivation' || state === 'done')
      })
      await h().api('POST', `/datasets/${dataset}/near-duplicates`, { body: {} })
      const read = () => h().api<{ status: string }>('GET', `/datasets/${dataset}/near-duplicates`)
      await eventually(async () => (await read()).body.status === 'completed')
      return dataset
    },
    async export({ dataset }) {
      const { body } = await h().api<{ id: string }>('POST', '/exports', { body: { dataset } })
      await eventually(
        async () => (await h().api<{ status: string }>('GET', `/exports/${body.id}`)).body.status === 'completed',
      )
      return body.id
    },
    labelsHandle: () => h().upload('labels.json', COCO, 'application/json'),
    async plannedImport({ dataset }) {
      const body = { dataset, gcs_uri: await MAKE.labelsHandle({}) }
      const { id } = (await h().api<{ id: string }>('POST', '/imports', { body })).body
      await eventually(
        async () => (await h().api<{ status: string }>('GET', `/imports/${id}`)).body.status === 'planned',
      )
      return id
    },
    async import(so) {
      const id = await MAKE.plannedImport(so)
      await h().api('POST', `/imports/${id}/confirm`, { body: {} })
      await eventually(
        async () => (await h().api<{ status: string }>('GET', `/imports/${id}`)).body.status === 'completed',
      )
      return id
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
    async operator() {
      const add = async (email: string) => {
        await addMember(h(), email)
        const request = { body: { email }, key: h().operatorKey }
        return (await h().api<Operator>('POST', '/operator/operators', request)).body.id
      }
      await add(newAddress())
      return add(newAddress())
    },
    async operatorAddress() {
      const email = newAddress()
      await addMember(h(), email)
      return email
    },
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
    store: async () => (await startedStore()).endpoint,
    storageConnection: async () => (await connect(h(), await startedStore())).id,
    async storageImport({ storageConnection, dataset: project_id }) {
      return (await imported(h(), storageConnection as string, { project_id })).id
    },
    assignee: async () => (await addMember(h(), newAddress())).user_id,
    async task({ dataset, image }) {
      const body = { dataset, title: 'Label the street', image_ids: [image] }
      return (await h().api<{ id: string }>('POST', '/tasks', { body })).body.id
    },
    studioBatch: () => madeAnew('/studio/batches', BATCH),
    studioTruth: () => madeAnew('/studio/truths', TRUTH),
    studioRunLabels: ({ endedRun }) => madeAt('/studio/run-labels', labelsOf(endedRun as string)),
    studioVersion: ({ workflow }) => madeAt(`/studio/workflows/${workflow}/versions`, VERSION),
  }

  /** An object's parent is created before it. */
  const IN_ORDER = Object.keys(MAKE) as (keyof Things)[]

  /** The names of objects in the sample of an endpoint. */
  function namesIn(id: string): Set<unknown> {
    const named = new Set<unknown>()
    const note = (_: Things, name: string | symbol) => {
      named.add(name)
      return 'x'
    }
    SAMPLES[id as EndpointId](new Proxy(NOTHING, { get: note }))
    if (named.has('evaluation')) named.add('model').add('export')
    if (named.has('storageImport')) named.add('storageConnection').add('dataset')
    if (named.has('batch')) named.add('model').add('image')
    if (named.has('studioRunLabels')) named.add('endedRun')
    if (named.has('comment')) named.add('annotation')
    if (named.has('annotation')) named.add('image')
    // An image and its data set belong together; samples use the image's directory and file name directly.
    const ofDataset = ['image', 'dataset', 'folder', 'export', 'plannedImport', 'import', 'task']
    if (ofDataset.some((name) => named.has(name))) named.add('dataset').add('image')
    return named
  }

  async function make(id: string, things: Partial<Things>): Promise<Things> {
    const named = namesIn(id)
    for (const name of IN_ORDER) if (named.has(name)) things[name] ??= await MAKE[name](things)
    return { ...NOTHING, ...things }
  }

  const lasting: Partial<Things> = {}

  /** The objects that the sample of an endpoint names, for a call that changes none of them: each is created once. */
  const kept = (id: string): Promise<Things> => make(id, lasting)

  /** The objects that the sample of an endpoint names: new ones when the call may change them. */
  const of = (id: string): Promise<Things> => (changes(ENDPOINTS.get(id) as Endpoint) ? make(id, {}) : kept(id))

  /** Runs that a call has started are cancelled, so that the next one can start. */
  async function stopRuns(): Promise<void> {
    for (const status of ['queued', 'processing']) {
      const { body } = await h().api<{ id: string }[]>('GET', `/workflow-runs?status=${status}`)
      for (const { id } of body) await h().api('POST', `/workflow-runs/${id}/cancel`)
    }
  }

  return { of, kept, stopRuns }
}
