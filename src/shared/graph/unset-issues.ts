/** Settings that must be chosen before a run, field by field. */
import { withDefaults } from '../blocks/catalogue.ts'
import { type Message, message } from '../messages/message.ts'
import type { KnownNode } from './flow.ts'
import { type Issue, issue } from './issue.ts'

/** Messages for a source whose file is not chosen yet. */
export const NO_FILE = {
  video: message('field.choose_video'),
  image: message('field.choose_image'),
} as const

/** For a node whose config fits its schema. */
export function unsetIssues(node: KnownNode): Issue[] {
  const unset = (code: Issue['code'], reason: Message, field: string) => [
    issue(code, reason, { node_id: node.id, field }),
  ]
  if (node.type === 'source') {
    const config = withDefaults('source', node.config)
    if (config.kind === 'dataset' && !config.dataset_project_id)
      return unset('source.not_set', message('field.choose_dataset'), '/dataset_project_id')
    if (config.kind === 'export' && !config.export_id)
      return unset('source.not_set', message('field.choose_export'), '/export_id')
    if ((config.kind === 'video' || config.kind === 'image') && !config.gcs_uri) {
      return unset('source.not_set', NO_FILE[config.kind], '/gcs_uri')
    }
  }
  if (node.type === 'model') {
    const config = withDefaults('model', node.config)
    if (config.model_kind === 'trained' && !config.model_id)
      return unset('model.not_set', message('field.choose_model'), '/model_id')
    if (config.model_kind === 'sam3' && config.prompt_classes.length === 0) {
      return unset('model.not_set', message('field.no_prompts'), '/prompt_classes')
    }
  }
  if (node.type === 'sink') {
    const config = withDefaults('sink', node.config)
    if (config.kind === 'webhook' && !config.url)
      return unset('sink.not_set', message('field.no_webhook_address'), '/url')
    if (config.kind === 'annotations' && !config.dataset_project_id) {
      return unset('sink.not_set', message('field.no_annotations_dataset'), '/dataset_project_id')
    }
  }
  return []
}
