/** Rows of models, from what the engine finds in their files. */
import { conversionInUse } from '../../shared/engine-contract/conversion-in-use.ts'
import type { ModelInspection } from '../../shared/engine-contract/job.ts'
import { newId, toJsonOrNull } from '../db/database.ts'
import type { ModelRow } from '../db/schema/models.ts'
import type { Caller } from '../machine/identity/caller.ts'

export const factsOf = (inspection: ModelInspection) => ({
  model_type: inspection.modelType,
  architecture: inspection.architecture,
  class_mapping: JSON.stringify(Object.fromEntries(inspection.classes.map((name, index) => [String(index), name]))),
  precision: inspection.precision,
  conversion_in_use: toJsonOrNull(conversionInUse(inspection)),
})

/** The size of the input is that in use: files with a free size declare none. */
export const configOf = ({ input: { width, height } }: ModelInspection, declared: object = {}): string =>
  JSON.stringify({ ...declared, input: { width, height } })

export function newRow(
  author: Pick<Caller, 'organizationId' | 'userId'>,
  name: string,
  inspection: ModelInspection,
  file: { sha256: string; bytes: number },
  at: Date,
): ModelRow {
  const now = at.toISOString()
  return {
    ...factsOf(inspection),
    id: newId(),
    organization_id: author.organizationId,
    created_by: author.userId,
    name,
    description: null,
    readme: null,
    visibility: 'private',
    status: 'ready',
    metrics: null,
    training_config: configOf(inspection),
    dataset_id: null,
    conversion: null,
    version: '1.0.0',
    parent_model_id: null,
    forked_from_model_id: null,
    license_id: null,
    license_custom_text: null,
    file_sha256: file.sha256,
    size_bytes: file.bytes,
    bundled_as: null,
    card_edited: 0,
    created_at: now,
    updated_at: now,
  }
}
