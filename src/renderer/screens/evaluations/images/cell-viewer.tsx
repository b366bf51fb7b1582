/** The images of a cell of the confusion matrix. */
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Cell } from '../matrix/matrix-cells.ts'
import { ImageViewer } from './image-viewer.tsx'
import { useImageList } from './use-image-list.ts'

const words = texts.evaluations.images

interface CellViewerProps {
  evaluationId: string
  exportId: string
  cell: Cell
  onClose(): void
}

export function CellViewer({ evaluationId, exportId, cell, onClose }: CellViewerProps) {
  const { images, total, error, readMore } = useImageList(evaluationId, cell)
  const [index, setIndex] = useState(0)
  if (total === null || images.length === 0) {
    return (
      <Modal opened onClose={onClose} title={words.title}>
        {total === null ? (
          <NotLoaded title={words.cannotShow} error={error} reload={async () => readMore()} />
        ) : (
          <p>{words.none}</p>
        )}
      </Modal>
    )
  }
  const go = (to: number) => {
    if (to < images.length) setIndex(to)
    // The next page is read before its first image is asked for.
    if (to >= images.length - 2) readMore()
  }
  return (
    <ImageViewer
      evaluationId={evaluationId}
      exportId={exportId}
      images={images}
      total={total}
      index={index}
      cell={cell}
      onClose={onClose}
      onIndex={go}
    />
  )
}
