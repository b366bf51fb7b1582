/** The mark on a block with problems; a click shows them. */
import { Tooltip } from '@mantine/core'
import { IconAlertTriangleFilled, IconExclamationCircleFilled } from '@tabler/icons-react'
import { texts } from '../../messages/texts.ts'
import { useIssues, useSession } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import classes from './block-node.module.css'

export function IssueBadge({ nodeId }: { nodeId: string }) {
  const issues = useIssues((s) => s.byNode.get(nodeId))
  const { documents } = useSession()
  const [first] = issues ?? []
  if (!issues || !first) return null
  const severe = first.severity === 'error'
  const label = issues.length === 1 ? first.message : texts.editor.canvas.block.problems(issues.length, first.message)
  const Mark = severe ? IconExclamationCircleFilled : IconAlertTriangleFilled
  return (
    <Tooltip label={label} multiline w={260} position="top" openDelay={150}>
      <button
        type="button"
        className={`${classes.badge} nodrag`}
        data-severity={first.severity}
        aria-label={label}
        onClick={() => {
          documents.getState().select({ nodes: [nodeId], edges: [] })
          setUi({ dock: 'problems' })
        }}
      >
        <Mark size={18} aria-hidden />
      </button>
    </Tooltip>
  )
}
