/** Takes image files and folders that are dropped on it. */
import { type DragEvent, type ReactNode, useState } from 'react'
import { toastError } from '../../../base/ui/toast.tsx'
import { droppedFiles } from '../../../parts/studio/upload/dropped-files.ts'
import { texts } from '../../../texts/texts.ts'
import { hasImages } from '../grid/image-drag.ts'
import classes from './drop-target.module.css'
import type { ImageFile } from './images/image-files.ts'

const words = texts.data.bring

interface DropTargetProps {
  /** True while nothing can be dropped. */
  isOff: boolean
  onFiles(files: readonly ImageFile[]): void
  children: ReactNode
}

export function DropTarget({ isOff, onFiles, children }: DropTargetProps) {
  const [isOver, setOver] = useState(false)
  // Images of the grid are dragged too, to a directory.
  const takes = ({ dataTransfer }: DragEvent) =>
    !isOff && dataTransfer.types.includes('Files') && !hasImages(dataTransfer)
  const onDrop = (event: DragEvent) => {
    if (!takes(event)) return
    event.preventDefault()
    setOver(false)
    droppedFiles(event.dataTransfer).then(onFiles, (failure) => toastError(words.notRead, failure))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button “Add images” is the way without a pointer
    <div
      className={classes.target}
      data-testid="images-drop"
      onDragEnter={(event) => takes(event) && setOver(true)}
      onDragOver={(event) => takes(event) && event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={onDrop}
    >
      {children}
      {isOver && <p className={classes.hint}>{words.dropHere}</p>}
    </div>
  )
}
