/** Workflows: changed, checked, previewed and started. */

import type { UploadArea } from '../datasets/uploads/upload-area.ts'
import type { Area, PlatformServices } from '../http/area/area.ts'
import type { Handlers } from '../http/handler.ts'
import { createPreviews } from './previews.ts'
import type { GraphReadiness } from './readiness/readiness.ts'
import type { RunArea } from './runs/run-area.ts'
import { workflowHandlers } from './workflow-handlers.ts'
import { createWorkflowRepository } from './workflow-repository.ts'
import { createWorkflows } from './workflows.ts'

const DEFAULT_WAIT_LIMIT_MS = 300_000

export interface WorkflowAreaNeeds {
  uploads: UploadArea
  readiness: GraphReadiness
  runs: RunArea
  /** Longest wait of a call that waits for the end of its run; 300 s by default. */
  waitLimitMs: number | undefined
}

export interface WorkflowArea extends Area {
  handlers: Pick<Handlers, 'workflows'>
}

export function createWorkflowArea(services: PlatformServices, needs: WorkflowAreaNeeds): WorkflowArea {
  const { readiness, waitLimitMs = DEFAULT_WAIT_LIMIT_MS } = needs
  const { uploads } = needs.uploads
  const { runs } = needs.runs
  const repository = createWorkflowRepository(services.db)
  const workflows = createWorkflows({ ...services, ...readiness, repository, runs })
  const previews = createPreviews({ engine: services.engine, ...readiness })
  return { handlers: { workflows: workflowHandlers(workflows, runs, uploads, previews, waitLimitMs) } }
}
