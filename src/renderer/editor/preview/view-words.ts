/** What a block made of a frame, as one sentence. */
import type { PreviewDetection } from '../../../shared/domain/preview.ts'
import type { NodeView } from './node-view.ts'

/** `kind` is the block's kind as it is in the graph; `windowS` 0 while a single frame is looked at. */
export function viewWords(kind: string, view: NodeView, windowS: number): string {
  const { kept, dropped } = view
  switch (view.state) {
    case 'left_out':
      return 'Not tried: its problems have to be solved first, or nothing leads to it.'
    case 'not_reached':
      return 'This frame does not reach the block.'
    case 'through':
      return kept.length === 0 ? 'No detections reach this block in this frame.' : `Reached by ${byClass(kept)}.`
  }
  switch (kind) {
    case 'source':
      return 'The frame as the source gives it.'
    case 'model':
      return kept.length === 0 ? 'Finds nothing here.' : `Finds ${byClass(kept)}.`
    case 'filter':
      return kept.length + dropped.length === 0
        ? 'No detections to look at here.'
        : `Keeps ${kept.length} of ${kept.length + dropped.length}.`
    case 'track':
      return `Follows ${kept.length === 0 ? 'nothing here' : byClass(kept)}${dropped.length > 0 ? `; ${dropped.length} not followed` : ''}.`
    case 'crop':
      return `Cuts out ${count(view.regions.length, 'region')}.`
    case 'condition':
      return view.branch === null
        ? 'Takes no branch here.'
        : `Takes the ${view.branch === 'true' ? 'True' : 'False'} branch.`
    case 'measure':
      if (windowS === 0) return 'Press 2 s to see what is counted from here on.'
      return `Counted in these ${windowS} s:`
    default:
      return ''
  }
}

/** `3 car, 1 person`, the most frequent first. */
export function byClass(detections: readonly PreviewDetection[]): string {
  const counts = new Map<string, number>()
  for (const { class_name } of detections) counts.set(class_name, (counts.get(class_name) ?? 0) + 1)
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([name, n]) => `${n} ${name}`)
  return parts.length > 4 ? `${parts.slice(0, 3).join(', ')} and ${parts.length - 3} more classes` : parts.join(', ')
}

export const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`
