/** The first change that was not carried out as a whole: both values, and a key for each. */
import { Button, Kbd } from '@mantine/core'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import type { Unresolved } from '../annotation-outbox/outbox-store.ts'
import type { Fields, Labelled, Operation } from '../labelling/document/document.ts'
import { pathsOf } from '../labelling/outline/outline.ts'
import classes from './image.module.css'

const words = texts.data.label.conflict
const ATTRIBUTE = 'attributes.'

interface ConflictBarProps {
  unresolved: readonly Unresolved[]
  annotations: readonly Labelled[]
  onKeep(): void
  onUse(): void
}

export function ConflictBar({ unresolved, annotations, onKeep, onUse }: ConflictBarProps) {
  const [first] = unresolved
  if (!first) return null
  const name = annotations.find(({ id }) => id === first.annotationId)?.name ?? words.gone
  const canUse = operationsOf(first).length > 0
  return (
    <section className={classes.conflict} aria-label={words.label}>
      <p role="status">
        {textOf(first, name)}
        {first.action !== 'delete' &&
          first.conflicts.map(({ field, kept, yours }) => (
            <span key={field}>
              <b>{words.theirs(valueText(field, kept))}</b> <b>{words.yours(valueText(field, yours))}</b>
            </span>
          ))}
        {unresolved.length > 1 && <small>{words.more(unresolved.length - 1)}</small>}
      </p>
      <Button size="compact-sm" variant="default" rightSection={<Kbd>,</Kbd>} onClick={onKeep}>
        {canUse ? words.keep : words.close}
      </Button>
      {canUse && (
        <Button size="compact-sm" rightSection={<Kbd>.</Kbd>} onClick={onUse}>
          {words.use}
        </Button>
      )}
    </section>
  )
}

function textOf({ problem, conflicts, action }: Unresolved, name: string): string {
  if (problem !== null) return words.refused(name, problem)
  if (action === 'delete') return words.deleted(name)
  return words.changed(name, conflicts.map(({ field }) => fieldText(field)).join(', '))
}

const fieldText = (field: string): string => words.fields[field] ?? field.replace(ATTRIBUTE, '')

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return words.none
  if (field !== 'geometry') return String(value)
  const shape = value as Annotation
  const { bounding_box: box, polygon, polyline } = shape
  if (polygon || polyline) return words.outline(pathsOf(shape).flat().length)
  const [x, y, w, h] = (
    box ? [box.x, box.y, box.w, box.h] : [shape.keypoint?.x ?? 0, shape.keypoint?.y ?? 0, 0, 0]
  ).map((pixels) => formatDecimal(pixels, 0)) as [string, string, string, string]
  return words.box(w, h, x, y)
}

/** The operations that set the own values again; none for a change that was refused. */
export function operationsOf({ annotationId: id, action, conflicts }: Unresolved): Operation[] {
  if (conflicts.length === 0) return []
  if (action === 'delete') return [{ action, id }]
  const fields: Record<string, unknown> = Object.create(null)
  for (const { field, yours } of conflicts) {
    if (field === 'geometry') Object.assign(fields, yours)
    else if (field.startsWith(ATTRIBUTE)) {
      fields.attributes = { ...(fields.attributes as object), [field.slice(ATTRIBUTE.length)]: yours }
    } else fields[field] = yours
  }
  return [{ action: 'update', id, fields: fields as Fields }]
}
