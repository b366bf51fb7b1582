/** A dialog with one image, its annotations and its detections; keys lead to the previous and the next image. */
import { ActionIcon, Button, Modal, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { ImageScore } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { type Cell, cellTitle } from '../matrix/matrix-cells.ts'
import { ImageStage } from './image-stage.tsx'
import { LayerChoices } from './layer-choices.tsx'
import { ObjectList } from './object-list.tsx'
import { isShown, type Layers, objectsOf } from './shown-objects.ts'
import { useStepKeys } from './use-step-keys.ts'
import classes from './viewer.module.css'

const words = texts.evaluations.images.view

interface ImageViewerProps {
  evaluationId: string
  exportId: string
  images: readonly ImageScore[]
  /** Of the list, of which `images` may be the first part. */
  total: number
  index: number
  onIndex(index: number): void
  /** The cell of the confusion matrix that was opened. */
  cell: Cell | null
  onClose(): void
}

export function ImageViewer({
  evaluationId,
  exportId,
  images,
  total,
  index,
  onIndex,
  cell,
  onClose,
}: ImageViewerProps) {
  const host = useHost()
  const score = images[index]
  const position = score?.position ?? 0
  const load = useCallback(
    () => host.api('modelEvaluations.image', { params: { evaluation_id: evaluationId, position: String(position) } }),
    [host, evaluationId, position],
  )
  const { value, error, reload } = useResource(load)
  const [layers, setLayers] = useState<Layers>({ truth: true, predictions: true, only: cell ? 'cell' : 'all' })
  const [marked, setMarked] = useState<string | null>(null)
  // The image before stays in the resource until this one has been read.
  const image = value?.position === position ? value : undefined
  const all = image ? objectsOf(image) : []
  const objects = all.filter((object) => isShown(object, layers, cell))

  const go = (to: number) => {
    if (to < 0 || to >= images.length) return
    setMarked(null)
    onIndex(to)
  }
  useStepKeys((by) => go(index + by))

  return (
    <Modal.Root opened onClose={onClose} size="min(1400px, 96vw)" centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header className={classes.header}>
          <Modal.Title className={classes.title}>
            {score?.filename}
            {cell && <small>{cellTitle(cell)}</small>}
          </Modal.Title>
          <span className={classes.number} role="status">
            {words.of(index + 1, total)}
          </span>
          <Step label={words.previous} disabled={index === 0} onClick={() => go(index - 1)}>
            <IconChevronLeft size={16} />
          </Step>
          <Step label={words.next} disabled={index >= images.length - 1} onClick={() => go(index + 1)}>
            <IconChevronRight size={16} />
          </Step>
          <Modal.CloseButton aria-label={texts.ui.words.close} />
        </Modal.Header>
        <Modal.Body className={classes.body}>
          <div className={classes.picture}>
            {image ? (
              <ImageStage key={position} image={image} exportId={exportId} objects={objects} marked={marked} />
            ) : (
              <NotLoaded title={texts.evaluations.images.cannotShow} error={error} reload={reload} />
            )}
          </div>
          <div className={classes.side}>
            <LayerChoices layers={layers} hasCell={cell !== null} onChange={setLayers} />
            {image && <ObjectList objects={objects} hasAny={all.length > 0} onMark={setMarked} />}
            {image && (
              <Button
                component="a"
                variant="default"
                leftSection={<IconPencil size={15} />}
                href={hrefOf({ screen: 'image', datasetId: image.dataset_id, imageId: image.image_id })}
              >
                {words.correct}
              </Button>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface StepProps {
  label: string
  disabled: boolean
  onClick(): void
  children: React.ReactNode
}

/** Stays focusable at the ends of the list, where the focus would be lost otherwise. */
const Step = ({ label, disabled, onClick, children }: StepProps) => (
  <Tooltip label={label}>
    <ActionIcon
      aria-label={label}
      aria-disabled={disabled || undefined}
      data-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)
