/** The list of all problems, updated live; a click leads to the block and the field. */
import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { type EditorDocument, findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { LEVEL_MARKS } from '../blocks/level-marks.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useIssues } from '../session/editor-context.ts'
import type { Problem } from '../session/issue-store.ts'
import classes from './dock.module.css'
import { FixButton } from './fix-button.tsx'

/** Limit of listed problems; the count shows the total. */
const MAX_SHOWN = 200

export function ProblemsPanel() {
  const issues = useIssues((s) => s.all)
  if (issues.length === 0) {
    return (
      <div className={classes.calm}>
        <IconCircleCheck size={18} color="var(--sl-good)" aria-hidden />
        <Text size="sm">{texts.editor.panels.problems.none}</Text>
      </div>
    )
  }
  return (
    <ul className={classes.problems} aria-label={texts.editor.panels.problems.title}>
      {issues.slice(0, MAX_SHOWN).map((issue) => (
        <Item key={keyOf(issue)} issue={issue} />
      ))}
      {issues.length > MAX_SHOWN && (
        <li className={classes.more}>{texts.editor.panels.problems.more(issues.length - MAX_SHOWN)}</li>
      )}
    </ul>
  )
}

const keyOf = (i: Issue) => [i.code, i.node_id, i.edge_index, i.field, i.message].join('|')

function Item({ issue }: { issue: Problem }) {
  const { actions } = useControls()
  const doc = useDocument((s) => s.doc)
  const Mark = LEVEL_MARKS[issue.level]
  return (
    <li className={classes.problem}>
      <button
        type="button"
        className={classes.problemButton}
        data-level={issue.level}
        onClick={() => actions.showIssue(issue)}
      >
        <Mark size={15} aria-label={texts.editor.panels.problems.levels[issue.level]} />
        <b>{placeOf(doc, issue)}</b>
        <span>{issue.message}</span>
      </button>
      <FixButton issue={issue} />
    </li>
  )
}

function placeOf(doc: EditorDocument, issue: Issue): string {
  const node = issue.node_id === undefined ? undefined : findNode(doc.graph, issue.node_id)
  if (node) return titleOf(doc, node)
  return issue.edge_index === undefined ? texts.editor.panels.problems.workflow : texts.editor.panels.problems.wire
}
