/** Sources that a model was made for, as its record declares them in the `suits` of its `training_config`. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const Declared = Type.Object({ suits: Type.Array(Type.String()) })

export const declaredSuits = (suits: readonly string[]): Static<typeof Declared> => ({ suits: [...suits] })

export const fileNameOf = (handle: string): string => handle.slice(handle.lastIndexOf('/') + 1)

/** Returns whether a source is one of those that a model was made for. A copy of the same file suits as well. */
export const isSuited = (suits: readonly string[], handle: string): boolean =>
  suits.some((suited) => fileNameOf(suited) === fileNameOf(handle))

/** Source handles; undefined when the model declares no sources, as most models do. */
export const suitsOfRecord = (trainingConfig: unknown): readonly string[] | undefined =>
  Value.Check(Declared, trainingConfig) ? trainingConfig.suits : undefined
