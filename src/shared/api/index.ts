/** Every implemented endpoint, by resource. */
import { annotationComments } from './annotation-comments.ts'
import { annotations } from './annotations.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { autoAnnotate } from './auto-annotate.ts'
import { datasets } from './datasets.ts'
import { deployments } from './deployments.ts'
import { derivedDatasets } from './derived-datasets.ts'
import { deviceAuthorizations } from './device-authorizations.ts'
import { devices } from './devices.ts'
import { directories } from './directories.ts'
import { embeddings } from './embeddings.ts'
import type { Endpoint } from './endpoint.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { folders } from './folders.ts'
import { imageAnnotations } from './image-annotations.ts'
import { imageBatches } from './image-batches.ts'
import { imageLists } from './image-lists.ts'
import { imageSplits } from './image-splits.ts'
import { images } from './images.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { modelEvaluations } from './model-evaluations.ts'
import { models } from './models.ts'
import { nearDuplicates } from './near-duplicates.ts'
import { notifications } from './notifications.ts'
import { operator } from './operator.ts'
import { organizations } from './organizations.ts'
import { propagation } from './propagation.ts'
import { search } from './search.ts'
import { storage } from './storage.ts'
import { storageConnections } from './storage-connections.ts'
import { studioBatches } from './studio-batches.ts'
import { studioRunLabels } from './studio-run-labels.ts'
import { studioSettings } from './studio-settings.ts'
import { studioTruths } from './studio-truths.ts'
import { studioVersions } from './studio-versions.ts'
import { tasks } from './tasks.ts'
import { tools } from './tools.ts'
import { uploads, video } from './video.ts'
import { webhooks } from './webhooks.ts'
import { workflowRuns } from './workflow-runs.ts'
import { workflows } from './workflows.ts'

export const API = {
  workflows,
  workflowRuns,
  models,
  modelEvaluations,
  datasets,
  images,
  imageBatches,
  imageLists,
  imageSplits,
  nearDuplicates,
  derivedDatasets,
  search,
  embeddings,
  directories,
  folders,
  annotations,
  imageAnnotations,
  annotationComments,
  propagation,
  exports,
  imports,
  autoAnnotate,
  video,
  uploads,
  webhooks,
  events,
  notifications,
  storage,
  storageConnections,
  devices,
  jobs,
  apiKeys,
  deviceAuthorizations,
  deployments,
  organizations,
  operator,
  audit,
  tasks,
  studioBatches,
  studioTruths,
  studioRunLabels,
  studioVersions,
  studioSettings,
  tools,
} as const

export type Api = typeof API
/** An endpoint's id, such as 'workflows.create'. */
export type EndpointId = { [G in keyof Api]: `${G & string}.${keyof Api[G] & string}` }[keyof Api]
export type EndpointById<Id extends EndpointId> = Id extends `${infer G extends keyof Api & string}.${infer N}`
  ? N extends keyof Api[G]
    ? Api[G][N] extends infer E extends Endpoint
      ? E
      : never
    : never
  : never

export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(API).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, e]) => [`${group}.${name}`, e as Endpoint] as const),
  ),
)

/** Names of the calls of a group that change something in the name of their caller: the audit log has entries of them. */
type ChangesOf<Group> = {
  [N in keyof Group]: Group[N] extends { method: 'GET' } | { readsOnly: true }
    ? never
    : Group[N] extends { role: string }
      ? N
      : never
}[keyof Group]
type ChangedGroups = { [G in keyof Api as ChangesOf<Api[G]> extends never ? never : G]: ChangesOf<Api[G]> }
/** A group with such calls, such as `workflows`. */
export type ChangedGroup = keyof ChangedGroups
/** The name of such a call in its group, such as `create`. */
export type ChangeName = ChangedGroups[ChangedGroup]
