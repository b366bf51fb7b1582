/** Warnings about models that were made for other images than those that reach them. */
import { type ConfigOf, withDefaults } from '../blocks/catalogue.ts'
import { findsOneInEachImage } from '../domain/model-types.ts'
import { fileNameOf, isSuited } from '../domain/suited-sources.ts'
import { message } from '../messages/message.ts'
import { downstreamOf, type Flow } from './flow.ts'
import { type Issue, issue } from './issue.ts'

/** Source handles that a model was made for; undefined when it declares no sources. */
export type SuitedSources = (modelId: string) => readonly string[] | undefined

export type ArchitectureOf = (modelId: string) => string | null | undefined

export function unsuitedIssues({ nodes }: Flow, suitsOf: SuitedSources): Issue[] {
  const handles = nodes.flatMap((n) => (n.type === 'source' ? [handleOf(withDefaults('source', n.config))] : []))
  const chosen = handles.filter((handle) => handle !== undefined)
  return nodes.flatMap((n) => {
    if (n.type !== 'model') return []
    const { model_id, model_kind } = withDefaults('model', n.config)
    const suits = model_id === undefined || model_kind === 'sam3' ? undefined : suitsOf(model_id)
    if (!suits || chosen.every((handle) => isSuited(suits, handle))) return []
    const made = suits.map((suited) => `“${fileNameOf(suited)}”`).join(', ')
    return [
      issue('lint.model_unsuited', message('graph.model_unsuited', { names: made }), {
        node_id: n.id,
        field: '/model_id',
      }),
    ]
  })
}

const handleOf = ({ kind, gcs_uri, dataset_project_id, export_id }: ConfigOf<'source'>): string | undefined =>
  kind === 'dataset' ? dataset_project_id : kind === 'export' ? export_id : gcs_uri

/** Models that find one object in each image, and get whole frames instead of crops. */
export function wholeFrameIssues(flow: Flow, architectureOf: ArchitectureOf): Issue[] {
  const crops = flow.nodes.filter((n) => n.type === 'crop').map((n) => n.id)
  const cropped = downstreamOf(flow, crops, (w) => w.ports.out.type === 'frames')
  return flow.nodes.flatMap((n) => {
    if (n.type !== 'model' || cropped.has(n.id)) return []
    const { model_id, model_kind } = withDefaults('model', n.config)
    const architecture = model_id === undefined || model_kind === 'sam3' ? null : architectureOf(model_id)
    if (!findsOneInEachImage(architecture ?? null)) return []
    const at = { node_id: n.id, field: '/model_id' }
    return [issue('lint.one_in_each_image', message('graph.one_in_each_image'), at)]
  })
}
