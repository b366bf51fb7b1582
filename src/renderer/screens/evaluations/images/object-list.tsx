/** The objects of an image in words; pointing at one, or focusing it, marks it in the image. */
import { IconCheck, IconX } from '@tabler/icons-react'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { texts } from '../../../texts/texts.ts'
import { objectName, outcomeText, type ShownObject } from './shown-objects.ts'
import classes from './viewer.module.css'

const words = texts.evaluations.images.view

interface ObjectListProps {
  objects: readonly ShownObject[]
  hasAny: boolean
  onMark(key: string | null): void
}

export function ObjectList({ objects, hasAny, onMark }: ObjectListProps) {
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
