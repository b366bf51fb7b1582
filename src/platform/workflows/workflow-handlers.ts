import { pathOf } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { workflowRuns } from '../../shared/api/workflow-runs.ts'
import type { WorkflowRun } from '../../shared/domain/run.ts'
import { message } from '../../shared/messages/message.ts'
import { uploadTarget } from '../datasets/uploads/upload-target.ts'
import type { Uploads } from '../datasets/uploads/uploads.ts'
import type { GroupHandlers } from '../http/handler.ts'
import type { Previews } from './previews.ts'
import type { Runs } from './runs/runs.ts'
import type { Workflows } from './workflows.ts'

const created = async (run: WorkflowRun, runs: Runs, origin: string) => ({
  run_id: run.id,
  deposit_micro_usd: await runs.deposit(run),
  status_url: `${origin}${pathOf(workflowRuns.get, { run_id: run.id })}`,
})

export const workflowHandlers = (
  workflows: Workflows,
  runs: Runs,
  uploads: Uploads,
  previews: Previews,
  waitLimitMs: number,
): GroupHandlers<'workflows'> => ({
  create: ({ caller, body }) => workflows.create(caller, body),
  list: ({ caller, query }) => workflows.list(caller, query),
  get: ({ caller, params }) => workflows.get(caller, params.workflow),
  update: ({ caller, params, body, ifMatch }) => workflows.update(caller, params.workflow, body, ifMatch),
  delete: ({ caller, params }) => workflows.delete(caller, params.workflow),
  run: async ({ caller, params, origin }) => created(await workflows.run(caller, params.workflow, null), runs, origin),
  preview: ({ caller, body }) => previews.look(caller, body),
  invoke: async ({ caller, params, query, body, origin, signal }) => {
    const run = await workflows.run(caller, params.workflow, body.source)
    if (!query.wait) return created(run, runs, origin)
    const ended = await runs.wait(caller, run.id, waitLimitMs, signal)
    if (ended) return ended
    const late = message('run.wait_limit', { seconds: waitLimitMs / 1000, id: run.id })
    throw new ApiError('wait_timeout', late, [{ code: 'run_id', message: run.id }])
  },
  uploadUrl: uploadTarget(uploads),
})
