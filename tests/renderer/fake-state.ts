/** The memory of a fake host: tests fill it, and read what a screen has changed. */

import type { DeviceList } from '../../src/shared/api/devices.ts'
import type { Model } from '../../src/shared/api/models.ts'
import type { ModelUsers } from '../../src/shared/api/resource-users.ts'
import type { StorageUse } from '../../src/shared/api/storage.ts'
import type { RunLoad, RunQueueState } from '../../src/shared/api/workflow-runs.ts'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { UnfinishedDownloads } from '../../src/shared/bridge/model-downloads.ts'
import type { Batch } from '../../src/shared/domain/batch.ts'
import type { RunPicture, WorkflowRun } from '../../src/shared/domain/run.ts'
import type { Settings } from '../../src/shared/domain/settings.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { aDeviceList } from './examples.ts'
import type { KeptLabels } from './fake-labels.ts'
import type { Owners } from './fake-records.ts'

export const NOTHING_LEFT: UnfinishedDownloads = { bytes: 0, count: 0, clearable: { bytes: 0, count: 0 } }

export interface FakeState {
  workflows: Workflow[]
  runs: WorkflowRun[]
  models: Model[]
  settings: Settings
  templates: Record<string, Graph>
  /** Latest frames of active runs, by run id. */
  pictures: Record<string, RunPicture>
  queue: RunQueueState
  load: RunLoad
  /** Newest first. */
  batches: Batch[]
  labels: KeptLabels
  /** Owners of batches by their id, and of labels by the run. */
  owners: Owners
  storage: StorageUse
  unfinished: UnfinishedDownloads
  devices: DeviceList
  /** Milliseconds of a measurement, by device; 10 by default. */
  speeds: Record<string, number>
  /** The users that are returned for every model. */
  modelUsers: ModelUsers
  /** Every endpoint that was called, oldest first. */
  calls: { endpoint: string; input: unknown }[]
}

export const emptyState = (): FakeState => ({
  workflows: [],
  runs: [],
  models: [],
  settings: { theme: 'system', tour_done: false, preview: true, preview_figures: true },
  templates: {},
  pictures: {},
  queue: { paused: false, run_ids: [] },
  load: { run_id: null, processes: 0, cpu_share: 0, memory_bytes: 0 },
  batches: [],
  labels: [],
  owners: {},
  storage: { in_use: false, parts: [] },
  unfinished: NOTHING_LEFT,
  devices: aDeviceList(),
  speeds: {},
  modelUsers: { workflows: [], runs: [], evaluations: [] },
  calls: [],
})
