/** The facts of models that workflows depend on, parsed once for each state of a model. */
import { suitsOfRecord } from '../../shared/domain/suited-sources.ts'
import { fromJsonOrNull } from '../db/json.ts'
import type { UsableModelRow } from './model-repository.ts'

export interface ModelFacts {
  readonly classes: readonly string[]
  readonly suits: readonly string[] | undefined
}

type Stored = Pick<UsableModelRow, 'id' | 'class_mapping' | 'training_config'>

const MAX_KEPT = 500

/** Returns the same object as long as the columns that it is parsed from are the same. */
export function createModelFacts(): (row: Stored) => ModelFacts {
  const kept = new Map<string, Stored & { facts: ModelFacts }>()
  return ({ id, class_mapping, training_config }) => {
    const known = kept.get(id)
    if (known?.class_mapping === class_mapping && known.training_config === training_config) return known.facts
    const facts = {
      classes: Object.values(fromJsonOrNull<Record<string, string>>(class_mapping) ?? {}),
      suits: suitsOfRecord(fromJsonOrNull(training_config)),
    }
    kept.delete(id)
    kept.set(id, { id, class_mapping, training_config, facts })
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
    return facts
  }
}
