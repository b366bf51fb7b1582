/** Describes the results of a block on a frame in one sentence. */
import type { PreviewDetection } from '../../../../shared/engine-contract/preview.ts'
import { texts } from '../../../texts/texts.ts'
import type { NodeView } from './node-view.ts'

const words = texts.preview.view

/** `kind` is the block's kind in the graph; `windowS` is 0 for a single frame. */
export function viewText(kind: string, view: NodeView, windowS: number): string {
  const { kept, dropped } = view
  switch (view.state) {
    case 'left_out':
      return words.leftOut
    case 'not_reached':
      return words.notReached
    case 'through':
      return kept.length === 0 ? words.noDetections : words.reachedBy(byClass(kept))
  }
  switch (kind) {
    case 'source':
      return words.source
    case 'model':
      return kept.length === 0 ? words.findsNothing : words.finds(byClass(kept))
    case 'filter':
      return kept.length + dropped.length === 0
        ? words.nothingToFilter
        : words.keeps(kept.length, kept.length + dropped.length)
    case 'track':
      return words.follows(
        kept.length === 0 ? words.nothingHere : byClass(kept),
        dropped.length > 0 ? words.notFollowed(dropped.length) : '',
      )
    case 'crop':
      return words.cutsOut(view.regions.length)
    case 'condition':
      return view.branch === null
        ? words.noBranch
        : words.branch(view.branch === 'true' ? texts.preview.figures.true : texts.preview.figures.false)
    case 'measure':
      if (windowS === 0) return words.press
      return words.countedIn(windowS)
    default:
      return ''
  }
}

/** `3 car, 1 person`, the most frequent first. */
export function byClass(detections: readonly PreviewDetection[]): string {
  const counts = new Map<string, number>()
  for (const { class_name } of detections) counts.set(class_name, (counts.get(class_name) ?? 0) + 1)
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([name, n]) => `${n} ${name}`)
  return parts.length > 4 ? words.moreClasses(parts.slice(0, 3).join(', '), parts.length - 3) : parts.join(', ')
}
