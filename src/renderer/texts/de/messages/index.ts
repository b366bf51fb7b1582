/** German for the messages of API, engine, command line and graph. */
import { api } from './api.ts'
import { conversions } from './conversions.ts'
import { credits } from './credits.ts'
import { deployments } from './deployments.ts'
import { derivedDatasets } from './derived-datasets.ts'
import { devices } from './devices.ts'
import { downloads } from './downloads.ts'
import { embedder } from './embedder.ts'
import { engine } from './engine.ts'
import { evaluations } from './evaluations.ts'
import { exports } from './exports.ts'
import { fields } from './fields.ts'
import { graph } from './graph.ts'
import { hardware } from './hardware.ts'
import { host } from './host.ts'
import { imports } from './imports.ts'
import { invalid } from './invalid.ts'
import { jobs } from './jobs.ts'
import { media } from './media.ts'
import { modelDownloads } from './model-downloads.ts'
import { modelFiles } from './model-files.ts'
import { names } from './names.ts'
import { nearMisses } from './near-misses.ts'
import { notifications } from './notifications.ts'
import { operator } from './operator.ts'
import { people } from './people.ts'
import { platformRuns } from './platform-runs.ts'
import { readiness } from './readiness.ts'
import { records } from './records.ts'
import { resources } from './resources.ts'
import { runLog } from './run-log.ts'
import { sam3 } from './sam3.ts'
import { search } from './search.ts'
import { segmenter } from './segmenter.ts'
import { servers } from './servers.ts'
import { storageConnections } from './storage-connections.ts'
import { tools } from './tools.ts'
import { webhooks } from './webhooks.ts'
import { wires } from './wires.ts'

export const messages: Readonly<Record<string, string>> = {
  ...names,
  ...graph,
  ...fields,
  ...wires,
  ...readiness,
  ...api,
  ...invalid,
  ...resources,
  ...records,
  ...exports,
  ...imports,
  ...derivedDatasets,
  ...platformRuns,
  ...webhooks,
  ...deployments,
  ...notifications,
  ...hardware,
  ...host,
  ...embedder,
  ...engine,
  ...devices,
  ...media,
  ...downloads,
  ...modelDownloads,
  ...modelFiles,
  ...nearMisses,
  ...runLog,
  ...sam3,
  ...search,
  ...segmenter,
  ...jobs,
  ...people,
  ...operator,
  ...conversions,
  ...credits,
  ...evaluations,
  ...servers,
  ...storageConnections,
  ...tools,
}
