/** Warnings about models that were made for other images than those of the source. */
import { withDefaults } from '../blocks/catalogue.ts'
import { message } from '../messages/message.ts'
import type { Flow } from './flow.ts'
import { type Issue, issue } from './issue.ts'

/** Source handles that a model was made for; undefined when it declares no sources. */
export type SuitedSources = (modelId: string) => readonly string[] | undefined

const nameOf = (handle: string): string => handle.slice(handle.lastIndexOf('/') + 1)

export function unsuitedIssues({ nodes }: Flow, suitsOf: SuitedSources): Issue[] {
  const handles = nodes.flatMap((n) => (n.type === 'source' ? [handleOf(withDefaults('source', n.config))] : []))
  const chosen = handles.filter((handle) => handle !== undefined)
  return nodes.flatMap((n) => {
    if (n.type !== 'model') return []
    const { model_id, model_kind } = withDefaults('model', n.config)
    const suits = model_id === undefined || model_kind === 'sam3' ? undefined : suitsOf(model_id)
    // A copy of the same file suits as well.
    if (!suits || chosen.every((handle) => suits.some((suited) => nameOf(suited) === nameOf(handle)))) return []
    const made = suits.map((suited) => `“${nameOf(suited)}”`).join(', ')
    return [
      issue('lint.model_unsuited', message('graph.model_unsuited', { names: made }), {
        node_id: n.id,
        field: '/model_id',
      }),
    ]
  })
}

const handleOf = (source: { kind: string; gcs_uri?: string; dataset_project_id?: string }): string | undefined =>
  source.kind === 'dataset' ? source.dataset_project_id : source.gcs_uri
