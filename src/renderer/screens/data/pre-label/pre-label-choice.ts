/** The model and the settings with which a data set was pre-labelled last, kept by the browser. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const PreLabelChoice = Type.Object({
  modelId: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  /** Names of the model’s classes to search for; empty for all. */
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
