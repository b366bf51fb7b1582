/** A dialog with one image, its annotations and its detections; keys lead to the previous and the next image. */
import { ActionIcon, Button, Checkbox, Modal, SegmentedControl, Tooltip } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconChevronRight, IconPencil, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImageScore } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { type Cell, cellTitle } from '../matrix/matrix-cells.ts'
import { ImageStage } from './image-stage.tsx'
import { isShown, type Layers, objectName, objectsOf, outcomeText, type ShownObject } from './shown-objects.ts'
import classes from './viewer.module.css'

const words = texts.evaluations.images.view

interface ImageViewerProps {
  evaluationId: string
  exportId: string
  images: readonly ImageScore[]
  /** The number of images in the whole list, of which `images` may be the first part. */
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

interface LayerChoicesProps {
  layers: Layers
  /** True when the image was opened from a cell of the confusion matrix. */
  hasCell: boolean
  onChange(layers: Layers): void
}

/** The layers over an image, which are its legend too. */
function LayerChoices({ layers, hasCell, onChange }: LayerChoicesProps) {
  return (
    <fieldset className={classes.layers} aria-label={words.show}>
      <Checkbox
        size="xs"
        checked={layers.truth}
        onChange={({ currentTarget }) => onChange({ ...layers, truth: currentTarget.checked })}
        label={<Layer kind="truth">{words.truth}</Layer>}
      />
      <Checkbox
        size="xs"
        checked={layers.predictions}
        onChange={({ currentTarget }) => onChange({ ...layers, predictions: currentTarget.checked })}
        label={<Layer kind="prediction">{words.predictions}</Layer>}
      />
      <SegmentedControl
        fullWidth
        aria-label={words.objects}
        value={layers.only}
        onChange={(only) => onChange({ ...layers, only: only as Layers['only'] })}
        data={[
          { value: 'all', label: words.all },
          { value: 'errors', label: words.onlyErrors },
          ...(hasCell ? [{ value: 'cell', label: words.onlyCell }] : []),
        ]}
      />
      <p className={classes.note}>{words.hatching}</p>
    </fieldset>
  )
}

function Layer({ kind, children }: { kind: 'truth' | 'prediction'; children: string }) {
  return (
    <span className={classes.layer}>
      <svg viewBox="0 0 26 8" aria-hidden="true">
        <line x1="0" x2="26" y1="4" y2="4" strokeDasharray={kind === 'truth' ? undefined : '6 4'} />
      </svg>
      {children}
    </span>
  )
}

interface ObjectListProps {
  objects: readonly ShownObject[]
  hasAny: boolean
  onMark(key: string | null): void
}

/** The objects of an image in words; pointing at one, or focusing it, marks it in the image. */
function ObjectList({ objects, hasAny, onMark }: ObjectListProps) {
  const colorOf = useClassColor()
  if (objects.length === 0) return <p className={classes.note}>{hasAny ? words.nothing : words.noObjects}</p>
  return (
    <ul className={classes.objects} aria-label={words.objects}>
      {objects.map((object) => (
        <li key={object.key}>
          <button
            type="button"
            onPointerEnter={() => onMark(object.key)}
            onPointerLeave={() => onMark(null)}
            onFocus={() => onMark(object.key)}
            onBlur={() => onMark(null)}
          >
            <i data-kind={object.kind} style={{ borderColor: colorOf(object.className) }} aria-hidden="true" />
            <span>
              {objectName(object)}
              <small>{outcomeText(object)}</small>
            </span>
            {object.outcome === 'right' ? (
              <IconCheck size={14} className={classes.right} aria-hidden />
            ) : (
              <IconX size={14} className={classes.error} aria-hidden />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, p: -1, P: -1, ArrowRight: 1, n: 1, N: 1 }

/** Keys that lead to the previous and to the next image while the component is mounted. */
function useStepKeys(onStep: (by: 1 | -1) => void): void {
  const step = useRef(onStep)
  step.current = onStep
  useEffect(() => {
    // Mantine's dialog passes no key events on, so they are heard at the window.
    const onKeyDown = (event: KeyboardEvent) => {
      // Arrow keys move within a choice, too.
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest?.('input')) return
      const by = STEPS[event.key]
      if (by === undefined) return
      event.preventDefault()
      step.current(by === 1 ? 1 : -1)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
