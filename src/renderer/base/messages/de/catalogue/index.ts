/** German for the words that the contracts bring in English. */
import type { SharedWords } from '../../shared-text.ts'
import { condition, crop, filter, track } from './detections.ts'
import { hostProblems } from './host-problems.ts'
import { model, source } from './inputs.ts'
import { fieldProblems, graphProblems, resourceProblems, wireProblems } from './problems.ts'
import { measure, sink, visualize } from './results.ts'
import { templateGroups, templateNames, templates } from './templates.ts'

export const sharedWords: SharedWords = {
  blocks: { source, model, filter, track, crop, condition, measure, visualize, sink },
  templates,
  templateNames,
  templateGroups,
  sentences: [...graphProblems, ...resourceProblems, ...wireProblems, ...hostProblems, ...fieldProblems],
  flows: {
    frames: 'Bilder',
    detections: 'Erkennungen',
    events: 'Ereignisse',
    'detections or events': 'Erkennungen oder Ereignisse',
    'frames or detections or events': 'Bilder, Erkennungen oder Ereignisse',
  },
}
