/** Settings that must be chosen before a run, field by field. */
import { withDefaults } from '../blocks/catalogue.ts'
import type { KnownNode } from './flow.ts'
import { type Issue, issue } from './issue.ts'

/** Message for a source of a kind that only other platforms have. */
export const NO_EXPORTS = 'Exports can’t be run on: this version has none. Choose a video, an image or a data set.'

/** Messages for a source whose file is not chosen yet. */
export const NO_FILE = {
  video: 'Choose a video: drop one on the canvas or press “Choose video”.',
  image: 'Choose an image.',
} as const

/** For a node whose config fits its schema. */
export function unsetIssues(node: KnownNode): Issue[] {
  const unset = (code: Issue['code'], message: string, field: string) => [
    issue(code, message, { node_id: node.id, field }),
  ]
  if (node.type === 'source') {
    const config = withDefaults('source', node.config)
    if (config.kind === 'dataset' && !config.dataset_project_id)
      return unset('source.not_set', 'Choose a data set.', '/dataset_project_id')
    if (config.kind === 'export') return unset('source.unavailable', NO_EXPORTS, '/kind')
    if ((config.kind === 'video' || config.kind === 'image') && !config.gcs_uri) {
      return unset('source.not_set', NO_FILE[config.kind], '/gcs_uri')
    }
  }
  if (node.type === 'model') {
    const config = withDefaults('model', node.config)
    if (config.model_kind === 'trained' && !config.model_id)
      return unset('model.not_set', 'Choose a model.', '/model_id')
    if (config.model_kind === 'sam3' && config.prompt_classes.length === 0) {
      return unset('model.not_set', 'Name at least one thing to find.', '/prompt_classes')
    }
  }
  if (node.type === 'sink') {
    const config = withDefaults('sink', node.config)
    if (config.kind === 'webhook' && !config.url)
      return unset('sink.not_set', 'Enter the address that receives the events.', '/url')
    if (config.kind === 'annotations' && !config.dataset_project_id) {
      return unset('sink.not_set', 'Choose the data set that receives the annotations.', '/dataset_project_id')
    }
  }
  return []
}
