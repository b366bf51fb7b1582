/** Everything that is wrong, live; a click leads to the block and the field. */
import { Text } from '@mantine/core'
import { IconAlertTriangleFilled, IconCircleCheck, IconExclamationCircleFilled } from '@tabler/icons-react'
import { useReactFlow } from '@xyflow/react'
import type { Issue } from '../../../shared/graph/issue.ts'
import { texts } from '../../messages/texts.ts'
import { type EditorDocument, edgeIds, findNode, titleOf } from '../document/document.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument, useIssues, useSession } from '../session/editor-context.ts'
import classes from './dock.module.css'
import { FixButton } from './fix-button.tsx'

/** More than this nobody reads; the count says how many there are. */
const MOST = 200

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
      {issues.slice(0, MOST).map((issue) => (
        <Problem key={keyOf(issue)} issue={issue} />
      ))}
      {issues.length > MOST && (
        <li className={classes.more}>{texts.editor.panels.problems.more(issues.length - MOST)}</li>
      )}
    </ul>
  )
}

const keyOf = (i: Issue) => [i.code, i.node_id, i.edge_index, i.field, i.message].join('|')

function Problem({ issue }: { issue: Issue }) {
  const { documents } = useSession()
  const { actions, camera } = useControls()
  const { getNodes } = useReactFlow()
  const doc = useDocument((s) => s.doc)
  const Mark = issue.severity === 'error' ? IconExclamationCircleFilled : IconAlertTriangleFilled

  function show() {
    if (issue.node_id !== undefined && findNode(doc.graph, issue.node_id)) {
      return actions.showNode(issue.node_id, issue.field)
    }
    const edge = issue.edge_index === undefined ? undefined : doc.graph.edges[issue.edge_index]
    const id = issue.edge_index === undefined ? undefined : edgeIds(doc.graph.edges)[issue.edge_index]
    if (edge && id !== undefined) {
      documents.getState().select({ nodes: [], edges: [id] })
      if (findNode(doc.graph, edge.target)) camera.show(edge.target)
    } else if (getNodes().length > 0) camera.fit()
  }

  return (
    <li className={classes.problem}>
      <button type="button" className={classes.problemButton} data-severity={issue.severity} onClick={show}>
        <Mark
          size={15}
          aria-label={
            issue.severity === 'error' ? texts.editor.panels.problems.error : texts.editor.panels.problems.warning
          }
        />
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
