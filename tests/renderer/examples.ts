/** Examples of what the platform returns, of which a test changes the fields that it is about. */
import type { DeviceList } from '../../src/shared/api/devices.ts'
import type { Model } from '../../src/shared/api/models.ts'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import type { Account } from '../../src/shared/bridge/visitor.ts'
import type { Device } from '../../src/shared/domain/device.ts'
import { emptyCounts, emptyProgress, type WorkflowRun } from '../../src/shared/domain/run.ts'
import { emptyGraph } from '../../src/shared/graph/graph.ts'

export const AT = '2026-03-04T10:00:00.000Z'

export const aWorkflow = (part: Partial<Workflow> = {}): Workflow => ({
  id: 'wf-1',
  organization_id: 'org',
  name: 'Crossing',
  description: null,
  readme: null,
  graph: emptyGraph(),
  layout: null,
  template_key: null,
  status: 'draft',
  last_run_id: null,
  created_at: AT,
  updated_at: AT,
  ...part,
})

export const aRun = (part: Partial<WorkflowRun> = {}): WorkflowRun => ({
  id: 'run-1',
  organization_id: 'org',
  workflow_id: 'wf-1',
  workflow_name: 'Crossing',
  status: 'completed',
  source: { kind: 'video', name: 'street.mp4', uri: 'file:///street.mp4' },
  media: { width: 1280, height: 720, duration_seconds: 20, native_fps: 25, frame_count: 500 },
  progress: { ...emptyProgress(), frames_done: 500, frames_total: 500, media_time_s: 20 },
  nodes: {},
  counts: emptyCounts(),
  error: null,
  artifacts: [],
  resumable: false,
  resumed_from: null,
  cost_micro_usd: 0,
  created_at: AT,
  started_at: AT,
  finished_at: '2026-03-04T10:00:25.000Z',
  ...part,
})

export const aModel = (part: Partial<Model> = {}): Model => ({
  id: 'model-1',
  organization_id: 'org',
  name: 'Road users',
  description: null,
  readme: null,
  model_type: 'object_detection',
  architecture: null,
  visibility: 'private',
  status: 'ready',
  metrics: null,
  class_mapping: { 0: 'car', 1: 'person' },
  training_config: null,
  version: '1',
  parent_model_id: null,
  forked_from_model_id: null,
  license_id: null,
  license_custom_text: null,
  precision: 'fp32',
  conversion: null,
  conversion_in_use: null,
  created_at: AT,
  updated_at: AT,
  ...part,
})

export const aDevice = (part: Partial<Device> = {}): Device => ({
  id: 'cpu',
  kind: 'cpu',
  name: 'CPU',
  available: true,
  reason: null,
  software: false,
  ...part,
})

export const aDeviceList = (part: Partial<DeviceList> = {}): DeviceList => ({
  devices: [aDevice()],
  chosen: 'auto',
  fixed: false,
  measurements: [],
  hardware_video: 'off',
  hardware_video_fixed: false,
  video: null,
  ...part,
})

/** A person who is signed in to a server that serves the page. */
export const anAccount = (part: Partial<Account> = {}): Account => ({
  user_id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  organization: 'Lab',
  role: 'owner',
  is_operator: false,
  url: '/account',
  ...part,
})
