/** German for the words that the contracts bring in English. */
import type { SharedWords } from '../../shared-text.ts'
import { condition, crop, filter, track } from './detections.ts'
import { hostProblems } from './host-problems.ts'
import { model, source } from './inputs.ts'
import { mediaProblems } from './media-problems.ts'
import { nearMissReasons } from './near-misses.ts'
import { resourceProblems } from './problems.ts'
import { measure, sink, visualize } from './results.ts'
import { templateGroups, templateNames, templates } from './templates.ts'

export const sharedWords: SharedWords = {
  blocks: { source, model, filter, track, crop, condition, measure, visualize, sink },
  templates,
  templateNames,
  templateGroups,
  sentences: [...resourceProblems, ...hostProblems, ...mediaProblems, ...nearMissReasons],
}
