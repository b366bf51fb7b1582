/** A problem in a panel: a note on it, and the button that fixes it. */
import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { LEVEL_MARKS } from '../blocks/block-icons.tsx'
import { quickFix } from '../document/quick-fix.ts'
import { useDocument, useResources, useSession } from '../session/editor-context.ts'
import type { Level } from '../session/issue-store.ts'
import classes from './panels.module.css'

/** A button that fixes a problem with a single correct solution. */
export function FixButton({ issue }: { issue: Issue }) {
  const { documents } = useSession()
  const doc = useDocument((s) => s.doc)
  const models = useResources((s) => s.models)
  const fix = useMemo(() => quickFix(doc, issue, models), [doc, issue, models])
  if (!fix) return null
  const { command, label, select } = fix
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => documents.getState().run(command, select ? { nodes: [select], edges: [] } : undefined)}
    >
      {label}
    </Button>
  )
}

/** A note on a problem or a missing part, in a subdued frame. */
export function IssueNote({ level, children }: { level: Level; children: ReactNode }) {
  const Mark = LEVEL_MARKS[level]
  return (
    <div className={classes.note} data-level={level} role={level === 'error' ? 'alert' : 'note'}>
      <Mark size={15} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
