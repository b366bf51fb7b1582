/** A note on a problem or a missing part, in a subdued frame. */
import type { ReactNode } from 'react'
import { LEVEL_MARKS } from '../blocks/level-marks.ts'
import type { Level } from '../session/issue-store.ts'
import classes from './panels.module.css'

export function IssueNote({ level, children }: { level: Level; children: ReactNode }) {
  const Mark = LEVEL_MARKS[level]
  return (
    <div className={classes.note} data-level={level} role={level === 'error' ? 'alert' : 'note'}>
      <Mark size={15} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
