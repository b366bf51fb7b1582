/** Whose a record is, and that the organization sees it; nothing beside a private record. */
import { IconUsers } from '@tabler/icons-react'
import type { Owned } from '../../../base/records/record-calls.ts'
import classes from './sharing.module.css'
import { ownerText } from './sharing.ts'

interface OwnerNoteProps {
  record: Owned | null | undefined
  /** The reason why the caller may not change the record, which is displayed in full. */
  refused?: string | null
}

export function OwnerNote({ record, refused = null }: OwnerNoteProps) {
  const text = ownerText(record)
  if (text === null) return null
  return (
    <span className={classes.owner} data-refused={refused !== null || undefined} title={text}>
      <IconUsers size={14} stroke={1.6} aria-hidden />
      <span>{refused ?? text}</span>
    </span>
  )
}
