/** Whose a record is, and that the organization sees it; nothing beside a private record. */
import { IconUsers } from '@tabler/icons-react'
import type { Owned } from '../../base/records/record-calls.ts'
import { ownerText } from './sharing.ts'
import classes from './sharing.module.css'

export function OwnerNote({ record }: { record: Owned | null | undefined }) {
  const text = ownerText(record)
  if (text === null) return null
  return (
    <span className={classes.owner} title={text}>
      <IconUsers size={14} stroke={1.6} aria-hidden />
      <span>{text}</span>
    </span>
  )
}
