/** One valid call of every endpoint, by the ids of things that exist. A new endpoint does not compile without one. */
import type { EndpointId } from '../../src/shared/api/index.ts'
import { DEMO_URI, detectingGraph } from '../platform/support/graphs.ts'

export interface Things {
  workflow: string
  endedRun: string
  artifact: string
  model: string
  modelHandle: string
}

export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Statuses besides 2xx that show the call got past the door: the sample is used many times. */
  also?: number[]
}

const upload = { filename: 'clip.mp4', content_type: 'video/mp4' }

export const SAMPLES: Record<EndpointId, (things: Things) => Sample> = {
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
  'workflows.uploadUrl': () => ({ body: upload }),
  'workflowRuns.list': () => ({}),
  'workflowRuns.get': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.graph': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.cancel': (t) => ({ params: { run_id: t.endedRun }, also: [409] }),
  'workflowRuns.delete': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.events': (t) => ({ params: { run_id: t.endedRun } }),
  'workflowRuns.artifact': (t) => ({ params: { run_id: t.endedRun, artifact_id: t.artifact } }),
  'models.list': () => ({}),
  'models.get': (t) => ({ params: { model: t.model } }),
  'models.uploadUrl': () => ({ body: { filename: 'net.onnx', content_type: 'application/octet-stream' } }),
  'models.import': (t) => ({ body: { gcs_uri: t.modelHandle } }),
  'video.uploadUrl': () => ({ body: upload }),
  'video.probe': () => ({ body: { store_path: DEMO_URI } }),
  'uploads.put': () => ({ params: { upload_id: 'x', filename: 'y' }, query: { expires: '1', signature: 'x' } }),
  'uploads.content': () => ({ query: { uri: DEMO_URI } }),
}
