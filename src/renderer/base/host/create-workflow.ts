/** Creates a workflow and opens it. The platform appends a number to a name that is taken. */

import type { BodyOf } from '../../../shared/api/endpoint.ts'
import type { EndpointById } from '../../../shared/api/index.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import { navigate } from '../navigation/route.ts'
import type { Host } from './host-context.ts'

type NewWorkflow = BodyOf<EndpointById<'workflows.create'>>

/** Names of files and versions may be longer than a workflow's and may contain a slash. */
const fitting = (name: string): string => cutText(name.replaceAll('/', '-'), 100)

export async function createWorkflow(host: Host, body: NewWorkflow): Promise<{ name: string }> {
  const made = await host.api('workflows.create', { body: { ...body, name: fitting(body.name) } })
  navigate({ screen: 'editor', workflowId: made.id })
  return made
}
