/** One valid call of every endpoint, with the ids of existing objects. A new endpoint does not compile without one. */
import type { EndpointId } from '../../src/shared/api/index.ts'
import { settingsOf } from '../platform/storage-connections/connection-calls.ts'
import { DEMO_URI, detectingGraph } from '../platform/support/graphs.ts'

export interface Things {
  workflow: string
  endedRun: string
  artifact: string
  organization: string
  model: string
  modelHandle: string
  dataset: string
  /** In the directory `train` of the data set. */
  image: string
  /** Of the image. */
  annotation: string
  /** On the annotation, by a member. */
  comment: string
  imageHandle: string
  /** The directory `train` of the data set. */
  folder: string
  /** A data set with a completed scan for near-duplicates. */
  scannedDataset: string
  webhook: string
  apiKey: string
  member: string
  /** The user id of an operator beside another one. */
  operator: string
  /** The address of a member who is no operator. */
  operatorAddress: string
  invite: string
  notification: string
  /** A completed export of the data set. */
  export: string
  /** A planned import into the data set. */
  plannedImport: string
  /** A completed import into the data set. */
  import: string
  /** The handle of a file of labels. */
  labelsHandle: string
  /** A completed evaluation of the model on the export. */
  evaluation: string
  batch: string
  deployment: string
  pausedDeployment: string
  /** The address of a store with a bucket. */
  store: string
  storageConnection: string
  /** A completed import from the connection. */
  storageImport: string
  /** The user id of a member. */
  assignee: string
  /** A task with the image. */
  task: string
  /** Records of the Studio by keys of no person. */
  studioBatch: string
  studioTruth: string
  /** Labels of the ended run. */
  studioRunLabels: string
  /** A version of the workflow. */
  studioVersion: string
}

export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Statuses besides 2xx that show that the call was authorized: the sample is used many times. */
  also?: number[]
}

const upload = { filename: 'clip.mp4', content_type: 'video/mp4' }

const chosen = (t: Things) => ({ dataset_name: t.dataset, image_ids: [t.image] })

const prompted = (t: Things) => ({ dataset_name: t.dataset, image_filename: t.image })

/** Records of the Studio. */
export const BATCH = {
  id: 'b-1',
  workflow_id: 'w-1',
  workflow_name: 'Gate',
  created_at: '2026-03-04T10:00:00.000Z',
  items: [],
}
export const TRUTH = {
  format: 'sightline-truth',
  version: 1,
  media: { sha256: 'a'.repeat(64), name: 'street.mp4' },
  places: [],
}
export const labelsOf = (run_id: string) => ({ run_id, name: 'Night', tags: ['rain'], note: null })
export const VERSION = { kind: 'named', note: 'First', graph: detectingGraph(), layout: null }

const BOX = { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 30, h: 40 } }

export const SAMPLES: Record<EndpointId, (things: Things) => Sample> = {
  'storage.get': () => ({}),
  'jobs.list': () => ({}),
  'jobs.queues': () => ({}),
  'jobs.get': (t) => ({ params: { job_id: t.endedRun } }),
  'jobs.cancel': (t) => ({ params: { job_id: t.endedRun }, also: [409] }),
  'jobs.retry': (t) => ({ params: { job_id: t.endedRun }, also: [409] }),
  'audit.list': () => ({}),
  'devices.list': () => ({}),
  'devices.check': (t) => ({ body: { model: t.model, device: 'cpu' } }),
  'storage.clear': () => ({ body: { kind: 'uploads' }, also: [409] }),
  'operator.operators': () => ({}),
  'operator.addOperator': (t) => ({ body: { email: t.operatorAddress } }),
  'operator.removeOperator': (t) => ({ params: { operator_id: t.operator } }),
  'operator.organizations': () => ({}),
  'operator.updateOrganization': (t) => ({ params: { organization_id: t.organization }, body: { plan: 'embedded' } }),
  'operator.grantCredits': (t) => ({ params: { organization_id: t.organization }, body: { amount_micro_usd: 1 } }),
  'operator.chooseDevice': () => ({ body: { device: 'auto' } }),
  'operator.workers': () => ({}),
  'operator.storage': () => ({}),
  'operator.clearStorage': () => ({ body: { kind: 'cache' }, also: [409] }),
  'storageConnections.create': (t) => ({ body: settingsOf({ endpoint: t.store }) }),
  'storageConnections.list': () => ({}),
  'storageConnections.get': (t) => ({ params: { connection_id: t.storageConnection } }),
  'storageConnections.delete': (t) => ({ params: { connection_id: t.storageConnection } }),
  'storageConnections.validate': (t) => ({ params: { connection_id: t.storageConnection } }),
  'storageConnections.browse': (t) => ({ params: { connection_id: t.storageConnection } }),
  'storageConnections.import': (t) => ({
    params: { connection_id: t.storageConnection },
    body: { project_id: t.dataset },
  }),
  'storageConnections.importJob': (t) => ({ params: { import_id: t.storageImport } }),
  'storageConnections.cancelImport': (t) => ({ params: { import_id: t.storageImport }, also: [409] }),
  'workflows.create': () => ({ body: { name: 'Sample', graph: detectingGraph() } }),
  'workflows.list': () => ({}),
  'workflows.get': (t) => ({ params: { workflow: t.workflow } }),
  'workflows.update': (t) => ({ params: { workflow: t.workflow }, body: { description: 'Changed' } }),
  'workflows.delete': (t) => ({ params: { workflow: t.workflow } }),
  'workflows.run': (t) => ({ params: { workflow: t.workflow } }),
  'workflows.invoke': (t) => ({
    params: { workflow: t.workflow },
    body: { source: { kind: 'video', gcs_uri: DEMO_URI } },
  }),
  'workflows.preview': () => ({ body: { graph: detectingGraph() } }),
  'workflows.uploadUrl': () => ({ body: upload }),
  'workflowRuns.list': () => ({}),
  'workflowRuns.get': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.graph': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.cancel': (t) => ({ params: { run_id: t.endedRun }, also: [409] }),
  'workflowRuns.resume': (t) => ({ params: { run_id: t.endedRun }, also: [409] }),
  'workflowRuns.picture': (t) => ({ params: { run_id: t.endedRun }, also: [409] }),
  'workflowRuns.delete': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.queue': () => ({}),
  'workflowRuns.load': () => ({}),
  'workflowRuns.updateQueue': () => ({ body: { run_ids: [] } }),
  'workflowRuns.events': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.artifact': (t) => ({ params: { run_id: t.endedRun, artifact_id: t.artifact } }),
  'workflowRuns.deleteArtifact': (t) => ({ params: { run_id: t.endedRun, artifact_id: t.artifact } }),
  'models.list': () => ({}),
  'models.get': (t) => ({ params: { model: t.model } }),
  'models.uploadUrl': () => ({ body: { filename: 'net.onnx', content_type: 'application/octet-stream' } }),
  'models.import': (t) => ({ body: { gcs_uri: t.modelHandle } }),
  'models.update': (t) => ({ params: { model: t.model }, body: { description: 'Changed' } }),
  'models.download': (t) => ({ params: { model: t.model } }),
  'models.fork': (t) => ({ params: { organization: t.organization, model: t.model }, body: {} }),
  'models.users': (t) => ({ params: { model: t.model } }),
  'models.delete': (t) => ({ params: { model: t.model } }),
  'models.bulkDelete': (t) => ({ body: { model_ids: [t.model] } }),
  'datasets.list': () => ({}),
  'datasets.get': (t) => ({ params: { dataset: t.dataset }, query: { include_images: 'true' } }),
  'datasets.create': () => ({ body: { name: 'Sample', classes: [{ name: 'car' }] } }),
  'datasets.update': (t) => ({ params: { dataset: t.dataset }, body: { description: 'Changed' } }),
  'datasets.archive': (t) => ({ params: { dataset: t.dataset } }),
  'datasets.unarchive': (t) => ({ params: { dataset: t.dataset } }),
  'datasets.users': (t) => ({ params: { dataset: t.dataset } }),
  'datasets.delete': (t) => ({ params: { dataset: t.dataset } }),
  'datasets.insights': (t) => ({ params: { dataset: t.dataset } }),
  'images.find': (t) => ({ query: { dataset: t.dataset, filename: 'train/1.jpg' } }),
  'images.uploadUrl': () => ({ body: { filename: '1.jpg', content_type: 'image/jpeg' } }),
  'images.import': (t) => ({ body: { dataset: t.dataset, gcs_uri: t.imageHandle } }),
  'images.thumbnail': (t) => ({ params: { image_id: t.image } }),
  'images.content': (t) => ({ params: { image_id: t.image } }),
  'imageBatches.move': (t) => ({ body: { ...chosen(t), target_directory_path: '/test' } }),
  'imageBatches.copy': (t) => ({ body: { ...chosen(t), target_directory_path: '/test', copy_annotations: true } }),
  'imageBatches.delete': (t) => ({ body: chosen(t) }),
  'imageBatches.update': (t) => ({ body: { ...chosen(t), updates: { status: 'review' } } }),
  'imageLists.list': (t) => ({
    params: { dataset: t.dataset },
    query: { status: 'new', class: 'car', directory: 'x' },
  }),
  'imageLists.ids': (t) => ({ params: { dataset: t.dataset }, query: { sort: '-created' } }),
  'propagation.follow': (t) => ({
    params: { image_id: t.image },
    body: {
      target_image_id: t.image,
      annotations: [{ id: t.annotation, type: 'bbox', bounding_box: BOX.bounding_box }],
    },
  }),
  'imageLists.tags': (t) => ({ params: { dataset: t.dataset } }),
  'imageLists.summaries': (t) => ({ body: { dataset: t.dataset, image_ids: [t.image], boxes: true } }),
  'imageSplits.assign': (t) => ({ body: { dataset: t.dataset, image_ids: [t.image], split: 'test' } }),
  'imageSplits.rebalance': (t) => ({ params: { dataset: t.dataset }, body: { train: 1, valid: 0, test: 0 } }),
  'directories.list': (t) => ({ params: { dataset: t.dataset } }),
  'directories.tree': (t) => ({ params: { dataset: t.dataset } }),
  'directories.stats': (t) => ({ params: { dataset: t.dataset, directory_path: 'train' } }),
  'directories.create': (t) => ({ body: { dataset: t.dataset, directory_path: '/train/cars' } }),
  'directories.rename': (t) => ({
    params: { dataset: t.dataset, directory_path: 'train' },
    body: { new_name: 'training' },
  }),
  'directories.delete': (t) => ({
    params: { dataset: t.dataset, directory_path: 'train' },
    query: { cascade: 'true' },
  }),
  'folders.list': (t) => ({ params: { project_id: t.dataset } }),
  'folders.tree': (t) => ({ params: { project_id: t.dataset } }),
  'folders.stats': (t) => ({ params: { folder_id: t.folder } }),
  'folders.create': (t) => ({ body: { dataset_id: t.dataset, folder_path: '/train/cars' } }),
  'folders.rename': (t) => ({ params: { folder_id: t.folder }, body: { new_name: 'training' } }),
  'folders.delete': (t) => ({ params: { folder_id: t.folder }, query: { cascade: 'true' } }),
  'annotations.get': (t) => ({ params: { dataset: t.dataset, filename_path: 'train/1.jpg' } }),
  'annotations.save': (t) => ({ params: { dataset: t.dataset, filename_path: t.image }, body: { annotations: [BOX] } }),
  'annotations.delete': (t) => ({ params: { dataset: t.dataset, filename_path: 'train/1.jpg' } }),
  'annotations.bulk': (t) => ({ body: { saves: [{ image_id: t.image, annotations: [BOX] }] } }),
  'annotations.addClass': (t) => ({ body: { dataset: t.dataset, name: 'van', type: 'bbox' } }),
  'annotations.renameClass': (t) => ({ body: { dataset: t.dataset, old_name: 'car', new_name: 'vehicle' } }),
  'annotations.mergeClass': (t) => ({ body: { dataset: t.dataset, source_name: 'car', target_name: 'truck' } }),
  'annotations.deleteClass': (t) => ({ body: { dataset: t.dataset, name: 'car' } }),
  'imageAnnotations.get': (t) => ({ params: { image_id: t.image } }),
  'imageAnnotations.edit': (t) => ({
    params: { image_id: t.image },
    body: {
      operations: [
        { op_id: 'a', id: '0190c6d4-0000-7000-8000-00000000000a', action: 'create', fields: { ...BOX, z: 1 } },
        { op_id: 'b', id: t.annotation, action: 'update', base_revision: 1, fields: { name: 'truck' } },
      ],
    },
  }),
  'imageAnnotations.revisions': (t) => ({ params: { image_id: t.image }, query: { limit: '10' } }),
  'imageAnnotations.revision': (t) => ({ params: { image_id: t.image, revision: t.annotation && '1' } }),
  'imageAnnotations.restore': (t) => ({ params: { image_id: t.image, revision: t.annotation && '0' } }),
  'annotationComments.list': (t) => ({ query: { image_id: t.image && t.comment && t.image } }),
  // A key of a sample belongs to no user.
  'annotationComments.create': (t) => ({
    body: { image_id: t.image, annotation_id: t.annotation, body: 'Look here' },
    also: [400],
  }),
  'annotationComments.update': (t) => ({ params: { comment_id: t.comment }, body: { resolved: true } }),
  // Only its author and admins delete it.
  'annotationComments.delete': (t) => ({ params: { comment_id: t.comment }, also: [403] }),
  'modelEvaluations.create': (t) => ({ body: { model_id: t.model, export_id: t.export } }),
  'modelEvaluations.list': () => ({ query: { project_id: 'x' } }),
  'modelEvaluations.get': (t) => ({ params: { evaluation_id: t.evaluation } }),
  'modelEvaluations.cancel': (t) => ({ params: { evaluation_id: t.evaluation }, also: [409] }),
  'modelEvaluations.curves': (t) => ({ params: { evaluation_id: t.evaluation } }),
  'modelEvaluations.images': (t) => ({ params: { evaluation_id: t.evaluation }, query: { prediction: 'car' } }),
  'modelEvaluations.image': (t) => ({ params: { evaluation_id: t.evaluation, position: '0' } }),
  'search.similar': (t) => ({ query: { image_id: t.image } }),
  'search.byText': (t) => ({ query: { text: 'a red car', dataset_name: t.dataset }, also: [400] }),
  'embeddings.get': (t) => ({ params: { dataset: t.dataset } }),
  'embeddings.start': (t) => ({ params: { dataset: t.dataset }, also: [400] }),
  'search.byTags': () => ({ query: { attributes: 'dark' } }),
  'nearDuplicates.start': (t) => ({ params: { dataset: t.dataset }, body: { threshold: 0.9 }, also: [409] }),
  'nearDuplicates.get': (t) => ({ params: { dataset: t.scannedDataset } }),
  'nearDuplicates.groups': (t) => ({ params: { dataset: t.scannedDataset } }),
  'exports.create': (t) => ({ body: { dataset: t.dataset, split: { train: 80, val: 20, test: 0 } } }),
  'exports.plan': (t) => ({ body: { dataset: t.dataset, format: 'voc' } }),
  'exports.list': () => ({}),
  'exports.get': (t) => ({ params: { export_id: t.export } }),
  'exports.cancel': (t) => ({ params: { export_id: t.export }, also: [409] }),
  'exports.download': (t) => ({ params: { export_id: t.export } }),
  'exports.archive': () => ({ params: { export_id: 'x' }, query: { expires: '1', signature: 'x' } }),
  'exports.images': (t) => ({ params: { export_id: t.export } }),
  'exports.image': (t) => ({ params: { export_id: t.export, position: '0' } }),
  'exports.delete': (t) => ({ params: { export_id: t.export } }),
  'derivedDatasets.preview': (t) => ({
    params: { dataset: t.dataset },
    body: { image_id: t.image, tile: { rows: 2, columns: 2 } },
  }),
  'derivedDatasets.create': (t) => ({
    params: { dataset: t.dataset },
    body: { augment: { copies: 2, flip_horizontal: 1 } },
  }),
  'imports.uploadUrl': () => ({ body: { filename: 'labels.zip', content_type: 'application/zip' } }),
  'imports.create': (t) => ({ body: { dataset: t.dataset, gcs_uri: t.labelsHandle, class_map: { car: 'truck' } } }),
  'imports.list': () => ({}),
  'imports.get': (t) => ({ params: { import_id: t.plannedImport } }),
  'imports.confirm': (t) => ({ params: { import_id: t.plannedImport }, body: {} }),
  'imports.cancel': (t) => ({ params: { import_id: t.plannedImport } }),
  'imports.undo': (t) => ({ params: { import_id: t.import } }),
  'imports.delete': (t) => ({ params: { import_id: t.import } }),
  'autoAnnotate.point': (t) => ({ body: { ...prompted(t), x: 10, y: 20 } }),
  'autoAnnotate.box': (t) => ({ body: { ...prompted(t), name: 'car', box: { x: 1, y: 2, w: 30, h: 40 } } }),
  // SAM 3 is not installed.
  'autoAnnotate.text': (t) => ({ body: { ...prompted(t), text_prompt: 'car' }, also: [400] }),
  'autoAnnotate.quote': (t) => ({
    body: { dataset_name: t.dataset, image_filenames: [t.image], model_id: t.model },
  }),
  'autoAnnotate.batch': (t) => ({
    body: { dataset_name: t.dataset, image_filenames: [t.image], model_id: t.model },
  }),
  'autoAnnotate.batchStatus': (t) => ({ params: { job_id: t.batch } }),
  'autoAnnotate.cancelBatch': (t) => ({ params: { job_id: t.batch }, also: [409] }),
  'video.uploadUrl': () => ({ body: upload }),
  'video.probe': () => ({ body: { store_path: DEMO_URI } }),
  'video.extractFrames': (t) => ({
    body: { dataset_name: t.dataset, store_path: DEMO_URI, directory_name: 'clip' },
  }),
  'video.extraction': () => ({ params: { job_id: 'x' }, also: [404] }),
  'uploads.download': () => ({ params: { model: 'x', filename: 'y' }, query: { expires: '1', signature: 'x' } }),
  'uploads.put': () => ({ params: { upload_id: 'x', filename: 'y' }, query: { expires: '1', signature: 'x' } }),
  'uploads.content': () => ({ query: { uri: DEMO_URI } }),
  'workflowRuns.artifactDownload': () => ({
    params: { run_id: 'x', artifact_id: 'y' },
    query: { expires: '1', signature: 'x' },
  }),
  'apiKeys.reveal': (t) => ({ params: { key_id: t.apiKey } }),
  'apiKeys.list': () => ({}),
  'apiKeys.create': () => ({ body: { name: 'Sample', role: 'viewer' } }),
  'apiKeys.get': (t) => ({ params: { key_id: t.apiKey } }),
  'apiKeys.update': (t) => ({ params: { key_id: t.apiKey }, body: { name: 'Changed' } }),
  'apiKeys.delete': (t) => ({ params: { key_id: t.apiKey } }),
  'apiKeys.deleteOwn': () => ({ also: [409] }),
  'deviceAuthorizations.create': () => ({ body: { app: 'Sample', computer: 'sample' } }),
  'deviceAuthorizations.token': () => ({ body: { device_code: 'x' }, also: [404] }),
  'deployments.computeOptions': () => ({}),
  'deployments.quote': () => ({ query: { gpu_type: 't4' } }),
  'deployments.create': (t) => ({ body: { model_id: t.model } }),
  'deployments.get': (t) => ({ params: { deployment: t.deployment } }),
  'deployments.list': () => ({}),
  'deployments.metrics': (t) => ({ params: { deployment: t.deployment } }),
  'deployments.pause': (t) => ({ params: { deployment: t.deployment } }),
  'deployments.resume': (t) => ({ params: { deployment: t.pausedDeployment } }),
  'deployments.delete': (t) => ({ params: { deployment: t.deployment } }),
  'deployments.reveal': (t) => ({ params: { deployment: t.deployment } }),
  'deployments.rotateToken': (t) => ({ params: { deployment: t.deployment } }),
  'deployments.predict': (t) => ({
    params: { deployment_id: t.deployment },
    body: { image: { type: 'base64', value: 'SU1BR0U=' } },
  }),
  'deployments.try': (t) => ({
    params: { deployment: t.deployment },
    body: { image: { type: 'base64', value: 'SU1BR0U=' } },
  }),
  'deployments.bulkPause': (t) => ({ body: { deployment_ids: [t.deployment] } }),
  'deployments.bulkResume': (t) => ({ body: { deployment_ids: [t.pausedDeployment] } }),
  'deployments.bulkDelete': (t) => ({ body: { deployment_ids: [t.deployment] } }),
  'organizations.me': () => ({}),
  'organizations.updateMe': () => ({ body: { description: 'Changed' } }),
  'organizations.members': () => ({}),
  'organizations.updateMember': (t) => ({ params: { member_id: t.member }, body: { role: 'admin' } }),
  'organizations.removeMember': (t) => ({ params: { member_id: t.member } }),
  'organizations.revealedSecrets': () => ({}),
  'organizations.invites': () => ({}),
  'organizations.invite': () => ({ body: { email: `person-${crypto.randomUUID()}@example.com` } }),
  'organizations.revokeInvite': (t) => ({ params: { invite_id: t.invite } }),
  'organizations.outbox': () => ({}),
  'organizations.usage': () => ({}),
  'organizations.ledger': () => ({}),
  'webhooks.eventTypes': () => ({}),
  'webhooks.create': () => ({ body: { url: 'https://example.com/hook' } }),
  'webhooks.list': () => ({}),
  'webhooks.get': (t) => ({ params: { endpoint: t.webhook } }),
  'webhooks.update': (t) => ({ params: { endpoint: t.webhook }, body: { description: 'Changed' } }),
  'webhooks.revealSecret': (t) => ({ params: { endpoint: t.webhook } }),
  'webhooks.rotateSecret': (t) => ({ params: { endpoint: t.webhook } }),
  'webhooks.test': (t) => ({ params: { endpoint: t.webhook } }),
  'webhooks.delete': (t) => ({ params: { endpoint: t.webhook } }),
  'webhooks.deliveries': (t) => ({ query: { endpoint: t.webhook } }),
  'webhooks.replay': () => ({ params: { delivery_id: 'x' }, also: [404] }),
  'events.list': () => ({ query: { after: '0' } }),
  'notifications.list': () => ({ query: { unread_only: 'true' } }),
  'notifications.unreadCount': () => ({}),
  'notifications.read': (t) => ({ params: { notification_id: t.notification } }),
  'notifications.readAll': () => ({}),
  'notifications.delete': (t) => ({ params: { notification_id: t.notification } }),
  'tasks.list': () => ({}),
  'tasks.create': (t) => ({
    body: { dataset: t.dataset, title: 'Label the street', image_ids: [t.image], assignee_ids: [t.assignee] },
  }),
  'tasks.get': (t) => ({ params: { task_id: t.task } }),
  'tasks.update': (t) => ({
    params: { task_id: t.task },
    body: { title: 'Label the cars', status: 'in_progress', assignee_ids: [t.assignee] },
  }),
  'tasks.delete': (t) => ({ params: { task_id: t.task } }),
  'tasks.images': (t) => ({ params: { task_id: t.task } }),
  'tasks.activity': (t) => ({
    params: { task_id: t.task },
    body: { image_id: t.image, active_seconds: 20 },
    also: [400],
  }),
  'tasks.contributions': (t) => ({ params: { task_id: t.task } }),
  'studioBatches.list': () => ({}),
  'studioBatches.create': () => ({ body: { ...BATCH, id: 'b-2' } }),
  // The records belong to keys of no person, so that a person does not find them.
  'studioBatches.update': (t) => ({
    params: { record_id: t.studioBatch },
    body: { value: { ...BATCH, workflow_name: 'Entrance' } },
    also: [404],
  }),
  'studioBatches.delete': (t) => ({ params: { record_id: t.studioBatch }, also: [404] }),
  'studioTruths.list': () => ({ query: { media_sha256: TRUTH.media.sha256 } }),
  'studioTruths.create': () => ({ body: { ...TRUTH, media: { ...TRUTH.media, sha256: 'b'.repeat(64) } } }),
  'studioTruths.update': (t) => ({
    params: { record_id: t.studioTruth },
    body: { value: { ...TRUTH, media: { ...TRUTH.media, name: 'copy.mp4' } } },
    also: [404],
  }),
  'studioTruths.delete': (t) => ({ params: { record_id: t.studioTruth }, also: [404] }),
  'studioRunLabels.list': () => ({}),
  'studioRunLabels.create': (t) => ({ body: labelsOf(t.endedRun) }),
  'studioRunLabels.update': (t) => ({
    params: { record_id: t.studioRunLabels },
    body: { value: { ...labelsOf(t.endedRun), note: 'Seen' } },
    also: [404],
  }),
  'studioRunLabels.delete': (t) => ({ params: { record_id: t.studioRunLabels }, also: [404] }),
  'studioVersions.list': (t) => ({ params: { workflow: t.workflow } }),
  'studioVersions.keep': (t) => ({ params: { workflow: t.workflow }, body: VERSION }),
  'studioVersions.get': (t) => ({ params: { workflow: t.workflow, version_id: t.studioVersion }, also: [404] }),
  'studioVersions.update': (t) => ({
    params: { workflow: t.workflow, version_id: t.studioVersion },
    body: { note: 'Better' },
    also: [404],
  }),
  'studioVersions.delete': (t) => ({ params: { workflow: t.workflow, version_id: t.studioVersion }, also: [404] }),
  // Settings belong to a person, and these keys to none.
  'studioSettings.get': () => ({ also: [400] }),
  'studioSettings.update': () => ({ body: { theme: 'dark' }, also: [400] }),
  'tools.listJson': () => ({}),
  'tools.list': () => ({}),
}
