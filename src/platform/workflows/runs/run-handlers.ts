import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import type { NamedRows } from '../../db/named-rows.ts'
import type { WorkflowRow } from '../../db/schema/workflows.ts'
import type { GroupHandlers, StoredFile } from '../../http/handler.ts'
import type { ArtifactLinks } from './artifact-links.ts'
import { lineOfEvent } from './run-feed.ts'
import type { Runs } from './runs.ts'

export const runHandlers = (
  runs: Runs,
  workflows: Pick<NamedRows<WorkflowRow>, 'find'>,
  links: ArtifactLinks,
): GroupHandlers<'workflowRuns'> => ({
  list: async ({ caller, query }) => {
    const { workflow, status, limit, offset } = query
    const found = workflow === undefined ? undefined : await workflows.find(caller.organizationId, workflow)
    if (found === null) throw new ApiError('not_found', message('workflow.missing', { name: workflow ?? '' }))
    return runs.list(caller, {
      limit,
      offset,
      ...(found ? { workflowId: found.id } : {}),
      ...(status === undefined ? {} : { status }),
    })
  },
  get: ({ caller, params }) => runs.get(caller, params.run_id),
  graph: ({ caller, params }) => runs.graph(caller, params.run_id),
  cancel: ({ caller, params }) => runs.cancel(caller, params.run_id),
  resume: ({ caller, params }) => runs.resume(caller, params.run_id),
  picture: ({ caller, params }) => runs.picture(caller, params.run_id),
  queue: async ({ caller }) => runs.queue(caller),
  load: async ({ caller }) => runs.load(caller),
  updateQueue: async ({ caller, body }) => runs.updateQueue(caller, body),
  delete: ({ caller, params }) => runs.delete(caller, params.run_id),
  events: ({ caller, params, header, signal }) =>
    runs.follow(caller, params.run_id, lineOfEvent(header('last-event-id')), signal),
  artifact: async ({ caller, params }) => {
    return stored(await runs.artifact(caller, params.run_id, params.artifact_id))
  },
  deleteArtifact: ({ caller, params }) => runs.deleteArtifact(caller, params.run_id, params.artifact_id),
  artifactDownload: async ({ params: { run_id, artifact_id }, query }) => {
    links.check(run_id, artifact_id, query.expires, query.signature)
    return stored(await runs.anyArtifact(run_id, artifact_id))
  },
})

const stored = ({ artifact, path }: Awaited<ReturnType<Runs['artifact']>>): StoredFile => ({
  path,
  name: artifact.name,
  mediaType: artifact.media_type,
  etag: artifact.sha256,
})
