/** The dialog that adds images to a data set: from files, a video, an archive with labels, a bucket, or the video of a run. */
import { Modal, Tabs } from '@mantine/core'
import { type DragEvent, type ReactNode, useCallback, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { droppedFiles } from '../../../parts/studio/upload/dropped-files.ts'
import { texts } from '../../../texts/texts.ts'
import { hasImages } from '../grid/image-drag.ts'
import { ArchiveSource } from './archive/archive-source.tsx'
import { BucketSource } from './bucket/bucket-source.tsx'
import classes from './drop-target.module.css'
import { RunSource, VideoSource } from './frames/video-source.tsx'
import type { ImageFile } from './images/add-files.ts'
import { ImagesSource } from './images/images-source.tsx'

const words = texts.data.bring
const SOURCES = ['images', 'video', 'archive', 'bucket', 'run'] as const

interface BringDialogProps {
  dataset: Dataset
  opened: boolean
  /** Files that were dropped on the page. */
  dropped: readonly ImageFile[]
  onClose(): void
  /** Called after images or annotations have changed. */
  onAdded(): Promise<void>
}

export function BringDialog({ dataset, opened, dropped, onClose, onAdded }: BringDialogProps) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const onBusyOf = (source: string) => (isBusy: boolean) =>
    setBusy((before) => {
      if (before.has(source) === isBusy) return before
      return new Set(isBusy ? [...before, source] : [...before].filter((other) => other !== source))
    })
  const [onImages] = useState(() => onBusyOf('images'))
  const [onVideo] = useState(() => onBusyOf('video'))
  const [onArchive] = useState(() => onBusyOf('archive'))
  // An upload ends with its page, so the dialog stays open meanwhile.
  const isBusy = busy.size > 0
  const close = useCallback(() => !isBusy && onClose(), [isBusy, onClose])
  return (
    <Modal
      opened={opened}
      onClose={close}
      withCloseButton={!isBusy}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': texts.ui.words.close }}
      title={words.title(dataset.name)}
      size={760}
    >
      <Tabs defaultValue="images">
        <Tabs.List aria-label={words.sources.label}>
          {SOURCES.map((source) => (
            <Tabs.Tab key={source} value={source}>
              {words.sources[source]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="images">
          <ImagesSource datasetId={dataset.id} dropped={dropped} onAdded={onAdded} onBusy={onImages} />
        </Tabs.Panel>
        <Tabs.Panel value="video">
          <VideoSource datasetId={dataset.id} onAdded={onAdded} onBusy={onVideo} />
        </Tabs.Panel>
        <Tabs.Panel value="archive">
          <ArchiveSource dataset={dataset} onAdded={onAdded} onBusy={onArchive} />
        </Tabs.Panel>
        <Tabs.Panel value="bucket">
          <BucketSource datasetId={dataset.id} onAdded={onAdded} />
        </Tabs.Panel>
        <Tabs.Panel value="run">
          <RunSource datasetId={dataset.id} onAdded={onAdded} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}

interface DropTargetProps {
  /** True while nothing can be dropped. */
  isOff: boolean
  onFiles(files: readonly ImageFile[]): void
  children: ReactNode
}

/** Takes image files and folders that are dropped on it. */
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
