/** The model and the settings with which a data set was pre-labelled last, kept by the browser. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { nullable } from '../../../../shared/domain/nullable.ts'

/** The model that finds objects by a text. */
export const SAM3 = 'sam3'

const PreLabelChoice = Type.Object({
  /** Null until one is chosen. */
  modelId: nullable(Type.String()),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  /** Classes to search for; empty for all of the model. */
  classes: Type.Array(Type.String()),
  /** True when the results wait for a review. */
  isPending: Type.Boolean(),
})
export type PreLabelChoice = Static<typeof PreLabelChoice>

const keyOf = (datasetId: string) => `sightline.data.pre-label.${datasetId}`

export function lastChoice(datasetId: string): PreLabelChoice | null {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(keyOf(datasetId)) ?? 'null')
    return Value.Check(PreLabelChoice, value) ? value : null
  } catch {
    return null
  }
}

export function keepChoice(datasetId: string, choice: PreLabelChoice): void {
  try {
    window.localStorage.setItem(keyOf(datasetId), JSON.stringify(choice))
  } catch {
    // Without storage the dialog starts in the same way each time.
  }
}
