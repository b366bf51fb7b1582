/** The properties of the selected annotation, and the actions on the selection. */
import { Button, NumberInput, Select, Tooltip } from '@mantine/core'
import { IconArrowBarToRight, IconCheck, IconTrash, IconWand, IconX } from '@tabler/icons-react'
import type { BoundingBox } from '../../../../../shared/domain/annotation.ts'
import { texts } from '../../../../texts/texts.ts'
import type { ImageActions } from '../commands/command.ts'
import { useKeyHint } from '../commands/use-labelling-keys.ts'
import { isPending, type LabelClass, type Labelled } from '../document/document.ts'
import classes from '../labelling.module.css'
import { MIN_SIDE } from '../outline/box-handles.ts'
import { type ImageSize, pathsOf } from '../outline/outline.ts'
import { confidenceText, reviewText } from './annotation-text.ts'
import { useLabellingDocument, useStage } from './use-stage.ts'

const words = texts.labelling.properties

interface PropertiesProps {
  image: ImageSize
  list: readonly LabelClass[]
  /** The actions that the screen around the canvas provides. */
  actions: ImageActions
}

export function Properties({ image, list, actions }: PropertiesProps) {
  const hint = useKeyHint()
  const stage = useStage()
  const { selected, locked } = useLabellingDocument()
  const [first, ...more] = selected
  const fixed = stage.readOnly || selected.every(({ id }) => locked.has(id))
  const pending = selected.some(isPending)
  // These buttons may go with the selection; the focus returns to the canvas.
  const finish = (_did: boolean) => stage.focus()
  return (
    <section className={classes.section} data-reserved aria-label={words.title}>
      <div className={classes.sectionHead}>
        <h3>{first && more.length > 0 ? words.several(selected.length) : words.title}</h3>
        {first && more.length === 0 && <span className={classes.facts}>{factsOf(first)}</span>}
      </div>
      {!first && <p className={classes.empty}>{words.nothing}</p>}
      {first && more.length === 0 && <Single annotation={first} image={image} list={list} fixed={fixed} />}
      {first && !fixed && (
        <div className={classes.actions}>
          {pending && (
            <>
              <Button
                size="compact-xs"
                leftSection={<IconCheck size={14} />}
                onClick={() => finish(stage.review('accepted'))}
              >
                {words.accept}
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconX size={14} />}
                onClick={() => finish(stage.review('rejected'))}
              >
                {words.reject}
              </Button>
            </>
          )}
          {stage.objects.canFit(selected) && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconWand size={14} />}
              onClick={() => finish(stage.fitToObject())}
            >
              {words.fitObject}
            </Button>
          )}
          {actions.track && (
            <Tooltip label={hint(texts.labelling.commands.image.track, 'label-image-track')}>
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconArrowBarToRight size={14} />}
                onClick={actions.track}
              >
                {words.track}
              </Button>
            </Tooltip>
          )}
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={() => finish(stage.edits.delete())}
          >
            {words.delete}
          </Button>
        </div>
      )}
    </section>
  )
}

function factsOf(annotation: Labelled): string {
  const { polygon, polyline, confidence } = annotation
  const facts = [texts.labelling.types[annotation.type]]
  if (polygon && polygon.paths.length > 1) facts.push(words.holes(polygon.paths.length))
  if (polygon || polyline) facts.push(words.vertices(pathsOf(annotation).flat().length))
  const review = reviewText(annotation)
  if (review)
    facts.push(isPending(annotation) && confidence !== null ? `${review} ${confidenceText(confidence)}` : review)
  return facts.join(' · ')
}

interface SingleProps {
  annotation: Labelled
  image: ImageSize
  list: readonly LabelClass[]
  fixed: boolean
}

function Single({ annotation, image, list, fixed }: SingleProps) {
  const stage = useStage()
  const { id, name, type, bounding_box: box, keypoint } = annotation
  const fitting = list.filter((c) => stage.classes.fits(c.name, type)).map((c) => c.name)
  const set = (fields: Partial<Labelled>) => stage.edits.setFields(() => fields)
  return (
    <div className={classes.properties}>
      <Select
        aria-label={words.class}
        data={fitting.includes(name) ? fitting : [name, ...fitting]}
        value={name}
        allowDeselect={false}
        searchable
        disabled={fixed}
        onChange={(value) => value !== null && set({ name: value })}
      />
      {box && (
        <div className={classes.numbers}>
          {(['x', 'y', 'w', 'h'] as const).map((side) => (
            <PixelField
              key={`${id} ${side}`}
              label={words[side]}
              value={box[side]}
              fixed={fixed}
              onChange={(value) => set({ bounding_box: boxWith(box, side, value, image) })}
            />
          ))}
        </div>
      )}
      {keypoint && (
        <div className={classes.numbers}>
          {(['x', 'y'] as const).map((side) => (
            <PixelField
              key={`${id} ${side}`}
              label={words[side]}
              value={keypoint[side]}
              fixed={fixed}
              onChange={(value) => {
                const most = side === 'x' ? image.width : image.height
                set({ keypoint: { ...keypoint, [side]: Math.min(most, Math.max(0, value)) } })
              }}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Returns the box with one number changed, within the image. */
function boxWith(box: BoundingBox, side: keyof BoundingBox, value: number, { width, height }: ImageSize): BoundingBox {
  const across = side === 'x' || side === 'w'
  const [start, length, most] = across ? [box.x, box.w, width] : [box.y, box.h, height]
  const isStart = side === 'x' || side === 'y'
  const limit = isStart ? Math.max(0, most - length) : Math.max(MIN_SIDE, most - start)
  return { ...box, [side]: Math.min(limit, Math.max(isStart ? 0 : MIN_SIDE, value)) }
}

interface PixelFieldProps {
  label: string
  value: number
  fixed: boolean
  onChange(value: number): void
}

/** A number of pixels, which takes effect when the field is left or with Enter. */
function PixelField({ label, value, fixed, onChange }: PixelFieldProps) {
  const rounded = Math.round(value * 10) / 10
  const commit = (input: HTMLInputElement) => {
    const typed = Number(input.value.replace(',', '.'))
    if (input.value.trim() !== '' && Number.isFinite(typed) && typed !== rounded) onChange(typed)
  }
  return (
    <NumberInput
      // A change from elsewhere replaces the typed number.
      key={rounded}
      label={label}
      defaultValue={rounded}
      decimalScale={1}
      hideControls
      disabled={fixed}
      onBlur={(e) => commit(e.currentTarget)}
      onKeyDown={(e) => e.key === 'Enter' && commit(e.currentTarget)}
    />
  )
}
