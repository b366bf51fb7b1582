/** The objects of an evaluated image: annotations and detections with their outcome, and the ones that are shown. */
import { BACKGROUND, type EvaluatedImage } from '../../../../shared/api/model-evaluations.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import type { Cell } from '../matrix/matrix-cells.ts'

const words = texts.evaluations.images.view

/** `right`: matched in its class. `confused`: matched in another class. `alone`: without a match. */
export type Outcome = 'right' | 'confused' | 'alone'

export interface ShownObject {
  key: string
  kind: 'truth' | 'prediction'
  className: string
  /** The class of its match, or the label of no object. */
  other: string
  confidence: number | null
  outcome: Outcome
  box: EvaluatedImage['truth'][number]['bounding_box']
  paths: readonly (readonly { x: number; y: number }[])[] | null
}

export interface Layers {
  truth: boolean
  predictions: boolean
  /** `cell`: only the objects of the cell that was opened. */
  only: 'all' | 'errors' | 'cell'
}

const outcomeOf = (className: string, other: string): Outcome =>
  other === className ? 'right' : other === BACKGROUND ? 'alone' : 'confused'

/** Errors first, annotations before detections. */
export function objectsOf({ truth, predictions }: EvaluatedImage): ShownObject[] {
  const annotated = truth.map(
    ({ class_name, bounding_box, polygon, predicted_as }, i): ShownObject => ({
      key: `truth-${i}`,
      kind: 'truth',
      className: class_name,
      other: predicted_as,
      confidence: null,
      outcome: outcomeOf(class_name, predicted_as),
      box: bounding_box,
      paths: polygon?.paths ?? null,
    }),
  )
  const detected = predictions.map(
    ({ class_name, confidence, bounding_box, polygon, truth: matched }, i): ShownObject => ({
      key: `prediction-${i}`,
      kind: 'prediction',
      className: class_name,
      other: matched,
      confidence,
      outcome: outcomeOf(class_name, matched),
      box: bounding_box,
      paths: polygon?.paths ?? null,
    }),
  )
  return [...annotated, ...detected].sort((a, b) => Number(a.outcome === 'right') - Number(b.outcome === 'right'))
}

export const isOfCell = ({ kind, className, other }: ShownObject, { truth, prediction }: Cell): boolean =>
  kind === 'truth' ? className === truth && other === prediction : className === prediction && other === truth

export const isShown = (object: ShownObject, layers: Layers, cell: Cell | null): boolean =>
  (object.kind === 'truth' ? layers.truth : layers.predictions) &&
  (layers.only !== 'errors' || object.outcome !== 'right') &&
  (layers.only !== 'cell' || cell === null || isOfCell(object, cell))

export const objectName = ({ kind, className, confidence }: ShownObject): string =>
  kind === 'truth' ? words.truthItem(className) : words.predictionItem(className, formatDecimal(confidence ?? 0, 2))

export function outcomeText({ kind, outcome, other }: ShownObject): string {
  if (kind === 'truth') return { right: words.found, alone: words.notFound, confused: words.takenFor(other) }[outcome]
  return { right: words.isRight, alone: words.isInvented, confused: words.isConfused(other) }[outcome]
}
