/** Reads the images of an evaluation, or those of a cell of its confusion matrix, page by page. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImageScore } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import type { Cell } from '../matrix/matrix-cells.ts'

const PAGE = 50

export interface ImageList {
  images: readonly ImageScore[]
  /** Null until the first page has been read. */
  total: number | null
  error: string | null
  /** Reads the next page. Does nothing after the last page, and while a page is being read. */
  readMore(): void
}

/** @param cell stable across renders; null lists all images, most errors first */
export function useImageList(evaluationId: string, cell: Cell | null): ImageList {
  const host = useHost()
  const [images, setImages] = useState<readonly ImageScore[]>([])
  const [total, setTotal] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const reading = useRef(false)

  const read = useCallback(
    async (offset: number) => {
      if (reading.current) return
      reading.current = true
      try {
        const params = { evaluation_id: evaluationId }
        const page = await host.api('modelEvaluations.images', { params, query: { limit: PAGE, offset, ...cell } })
        setImages((before) => [...before.slice(0, offset), ...page.data])
        setTotal(page.total)
        setError(null)
      } catch (failure) {
        setError(errorText(failure))
      } finally {
        reading.current = false
      }
    },
    [host, evaluationId, cell],
  )
  useEffect(() => void read(0), [read])

  return {
    images,
    total,
    error,
    readMore: () => {
      if (total === null || images.length < total) void read(images.length)
    },
  }
}
