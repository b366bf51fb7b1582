/** Names of models and sources for the sentences of a diff. */
import { useMemo } from 'react'
import type { Names } from '../../../base/blocks/names.ts'
import { useResources } from './editor-context.ts'
import { findModel } from './resources.ts'

export function useNames(): Names {
  const models = useResources((s) => s.models)
  const sources = useResources((s) => s.sources)
  return useMemo(
    () => ({ modelName: (id) => findModel(models, id)?.name, sourceName: (uri) => sources.get(uri)?.name }),
    [models, sources],
  )
}
