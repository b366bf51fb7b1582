/** German for the words that the contracts bring in English. */
import type { SharedWords } from '../../shared-text.ts'
import { condition, crop, filter, track } from './detections.ts'
import { model, source } from './inputs.ts'
import { measure, sink, visualize } from './results.ts'
import { templateGroups, templateNames, templates } from './templates.ts'

export const sharedWords: SharedWords = {
  blocks: { source, model, filter, track, crop, condition, measure, visualize, sink },
  templates,
  templateNames,
  templateGroups,
}
