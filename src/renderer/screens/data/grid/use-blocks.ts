/** The blocks of a grid: they belong to a data set, and follow its list of images. */
import { useEffect, useMemo } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { SummaryBlocks } from './summary-blocks.ts'

export function useBlocks(datasetId: string, ids: readonly string[]): SummaryBlocks {
  const host = useHost()
  const blocks = useMemo(
    () =>
      new SummaryBlocks((image_ids, signal) =>
        host.api(
          'imageLists.summaries',
          { body: { dataset: datasetId, image_ids: [...image_ids], boxes: true } },
          signal,
        ),
      ),
    [host, datasetId],
  )
  // Before the grid asks for its images.
  blocks.show(ids)
  useEffect(() => () => blocks.close(), [blocks])
  return blocks
}
