/** Reads the model catalogue that ships with the app. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { type CatalogueEntry, ModelCatalogue } from '../../shared/domain/model-catalogue.ts'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from '../downloads/failures.ts'

export async function readCatalogue(resourcesDir: string): Promise<CatalogueEntry[]> {
  const path = join(resourcesDir, 'model-catalogue.json')
  const invalid = (problem: string) =>
    downloadFailure('download_failed', message('model_get.catalogue_invalid', { path, problem }))
  const catalogue: unknown = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch((error: Error) => {
      throw invalid(error.message)
    })
  if (Value.Check(ModelCatalogue, catalogue)) return catalogue.models
  const [first] = Value.Errors(ModelCatalogue, catalogue)
  throw invalid(first ? `${first.instancePath} ${first.message}` : 'schema')
}
