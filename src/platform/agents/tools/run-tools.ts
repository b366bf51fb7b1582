/** Tools that run workflows and read the results of runs. These are Sightline's own, beside those of the registry. */
import { Type } from 'typebox'
import { ApiError } from '../../../shared/api/errors.ts'
import { InvokeSource } from '../../../shared/api/workflows.ts'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type AgentTool, endpointTool, type FileLink, type ToolAnswer, type ToolContext } from './agent-tool.ts'

export interface RunToolNeeds {
  /** The ended run, or null when that takes longer than `ms`. @throws ApiError not_found */
  wait(caller: Caller, runId: string, ms: number, signal: AbortSignal): Promise<WorkflowRun | null>
  /** The address of an artifact that needs no key. */
  linkTo(runId: string, artifactId: string, origin: string): string
}

/** Below the time after which clients abandon a call. */
const MAX_WAIT_S = 50
/** Characters of a file in one answer. */
const PART_BYTES = 6000

const RunId = Type.String({ minLength: 1 })

/** State, counts and files of a run; the figures of each block and the records for the inspector are left out. */
function outline({ id, workflow_id, workflow_name, status, source, progress, counts, error, ...run }: WorkflowRun) {
  return {
    id,
    workflow_id,
    workflow_name,
    status,
    source: source?.name ?? null,
    progress,
    error: error && { code: error.code, message: error.message, node_id: error.node_id },
    counts,
    files: run.artifacts.map(({ name, media_type, size_bytes, records }) => ({
      name,
      media_type,
      size_bytes,
      records,
    })),
    cost_micro_usd: run.cost_micro_usd,
    created_at: run.created_at,
    finished_at: run.finished_at,
  }
}

export function runTools({ wait, linkTo }: RunToolNeeds): readonly AgentTool[] {
  const answer = (run: WorkflowRun, { origin }: ToolContext): ToolAnswer => ({
    value: outline(run),
    links: run.artifacts.map(
      ({ id, name, media_type, size_bytes }): FileLink => ({
        uri: linkTo(run.id, id, origin),
        name,
        mediaType: media_type,
        sizeBytes: size_bytes,
      }),
    ),
  })
  const read = async (run_id: unknown, { api }: ToolContext) =>
    (await api('workflowRuns.get', { params: { run_id: run_id as string } })) as WorkflowRun

  const runWorkflow: AgentTool = {
    ...endpointTool('run_workflow', 'workflows.run'),
    description: 'Start a run of a workflow, on the source of its graph or on another one; then call wait_for_run',
    input: Type.Object(
      { workflow: Type.String({ minLength: 1, description: 'Name or id' }), source: Type.Optional(InvokeSource) },
      { additionalProperties: false },
    ),
    async call({ workflow, source }, { api }) {
      const params = { workflow: workflow as string }
      if (source === undefined) return { value: await api('workflows.run', { params }) }
      return { value: await api('workflows.invoke', { params, body: { source } }) }
    },
  }

  const waitForRun: AgentTool = {
    ...endpointTool('wait_for_run', 'workflowRuns.get'),
    description: `Wait until a run has ended, for at most ${MAX_WAIT_S} seconds; returns it as get_run does. Call again while its status is queued or processing`,
    input: Type.Object(
      { run_id: RunId, seconds: Type.Number({ minimum: 0, maximum: MAX_WAIT_S, default: 30 }) },
      { additionalProperties: false },
    ),
    async call({ run_id, seconds }, context) {
      const before = await read(run_id, context)
      if (isTerminal(before.status)) return answer(before, context)
      const ended = await wait(context.caller, before.id, (seconds as number) * 1000, context.signal)
      return answer(ended ?? (await read(run_id, context)), context)
    },
  }

  const getRun: AgentTool = {
    ...endpointTool('get_run', 'workflowRuns.get'),
    description: 'Read a run: its state, its counts, its error, and links to its files, which work for a day',
    call: async ({ run_id }, context) => answer(await read(run_id, context), context),
  }

  const listRuns: AgentTool = {
    ...endpointTool('list_runs', 'workflowRuns.list'),
    async call(query, { api }) {
      const all = (await api('workflowRuns.list', { query })) as WorkflowRun[]
      return {
        value: all.map((run) => {
          const { id, workflow_name, status, created_at, finished_at } = run
          return { id, workflow_name, status, created_at, finished_at, error: run.error?.message ?? null }
        }),
      }
    },
  }

  const readRunFile: AgentTool = {
    ...endpointTool('read_run_file', 'workflowRuns.artifact'),
    description: 'Read a text file of a run, such as its CSV, in parts',
    input: Type.Object(
      {
        run_id: RunId,
        file: Type.String({ minLength: 1, description: 'Its name' }),
        from_byte: Type.Integer({ minimum: 0, default: 0 }),
      },
      { additionalProperties: false },
    ),
    async call({ run_id, file, from_byte }, context) {
      const from = from_byte as number
      const params = { run_id: run_id as string, artifact_id: file as string }
      const { bytes, size, mediaType } = await context.read('workflowRuns.artifact', params, from, PART_BYTES)
      if (!/^text\/|json|xml/.test(mediaType)) {
        throw new ApiError('wrong_state', message('tool.not_text', { name: file as string }))
      }
      const text = wholeCharacters(bytes, from + bytes.length < size)
      const next = from + Buffer.byteLength(text)
      return { value: { text, size_bytes: size, next_byte: next < size ? next : null } }
    },
  }

  const cancelRun: AgentTool = {
    ...endpointTool('cancel_run', 'workflowRuns.cancel'),
    async call({ run_id }, context) {
      const run = await context.api('workflowRuns.cancel', { params: { run_id: run_id as string } })
      return { value: outline(run as WorkflowRun) }
    },
  }

  return [
    endpointTool('create_upload', 'workflows.uploadUrl', {
      description:
        'Create an upload URL for a video or image: PUT its bytes there with the same Content-Type, then use the gcs_uri in a source',
    }),
    runWorkflow,
    waitForRun,
    getRun,
    listRuns,
    readRunFile,
    cancelRun,
  ]
}

/** Ends before a character that the part cuts in two (UTF-8, RFC 3629), and after the last whole line if there is one. */
function wholeCharacters(bytes: Buffer, cut: boolean): string {
  if (!cut) return bytes.toString('utf8')
  const line = bytes.lastIndexOf(0x0a)
  if (line > 0) return bytes.toString('utf8', 0, line + 1)
  let end = bytes.length
  while (end > 0 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, Math.max(end - 1, 0))
}
