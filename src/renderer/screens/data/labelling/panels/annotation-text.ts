/** Names and descriptions of annotations. */
import { formatDecimal } from '../../../../base/format/format.ts'
import { texts } from '../../../../texts/texts.ts'
import { isPending, type Labelled, type LabellingDocument } from '../document/document.ts'
import { boundsOf } from '../outline/outline.ts'

const words = texts.labelling

export const confidenceText = (confidence: number): string => formatDecimal(confidence, 2)

/** The label on the canvas: the class, and the confidence of a proposal. */
export const labelOf = (annotation: Labelled): string =>
  isPending(annotation) && annotation.confidence !== null
    ? `${annotation.name} ${confidenceText(annotation.confidence)}`
    : annotation.name

/** Counts the annotations of each class. */
export function countsOf(annotations: readonly Labelled[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of annotations) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Names by id: the class with a number that counts the annotations of the class in drawing order. */
export function namesOf(annotations: readonly Labelled[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    annotations.map(({ id, name }) => {
      const n = (counts.get(name) ?? 0) + 1
      counts.set(name, n)
      return [id, words.list.numbered(name, n)]
    }),
  )
}

export const reviewText = ({ review }: Labelled): string =>
  review === undefined || review === 'none' ? '' : words.review[review]

/** Describes the selection for screen readers. */
export function selectionText(document: LabellingDocument): string {
  const { selected, ordered, locked } = document
  const [first, ...more] = selected
  if (!first) return words.say.nothing
  if (more.length > 0) return words.say.several(selected.length)
  const { minX, minY, maxX, maxY } = boundsOf(first)
  const [x, y, w, h] = [minX, minY, maxX - minX, maxY - minY].map(Math.round) as [number, number, number, number]
  return [
    words.say.selected(first.name, words.types[first.type], ordered.indexOf(first) + 1, ordered.length),
    words.say.at(w, h, x, y),
    reviewText(first),
    locked.has(first.id) ? words.say.locked : '',
  ]
    .filter(Boolean)
    .join(', ')
}
