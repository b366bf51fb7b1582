/** Summarizes a block's settings in one line, with the known names of models and files. */
import { useEffect, useMemo } from 'react'
import { findNode } from '../../../parts/workflow/document/document.ts'
import { useDocument, useResources } from '../session/editor-context.ts'
import { findModel } from '../session/resources.ts'
import { summaryOf } from './block-summary.ts'

export function useSummary(nodeId: string): string {
  const node = useDocument((s) => findNode(s.doc.graph, nodeId))
  const models = useResources((s) => s.models)
  const sources = useResources((s) => s.sources)
  const lookUp = useResources((s) => s.lookUp)
  const uri = node?.type === 'source' && typeof node.config.gcs_uri === 'string' ? node.config.gcs_uri : null
  useEffect(() => {
    if (uri) lookUp(uri)
  }, [uri, lookUp])
  return useMemo(
    () =>
      node
        ? summaryOf(node, {
            modelName: (ref) => findModel(models, ref)?.name,
            sourceName: (at) => (sources.get(at) === null ? null : sources.get(at)?.name),
          })
        : '',
    [node, models, sources],
  )
}
