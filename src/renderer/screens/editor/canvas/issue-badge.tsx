/** The badge of a block with problems; a click shows them. */
import { Tooltip } from '@mantine/core'
import { texts } from '../../../texts/texts.ts'
import { LEVEL_MARKS } from '../blocks/level-marks.ts'
import { useIssues, useSession } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import classes from './block-node.module.css'
import { useTargetSize } from './use-far.ts'

export function IssueBadge({ nodeId }: { nodeId: string }) {
  const issues = useIssues((s) => s.byNode.get(nodeId))
  const { documents } = useSession()
  const size = useTargetSize()
  const [first] = issues ?? []
  if (!issues || !first) return null
  const several = first.level === 'todo' ? texts.editor.canvas.block.todos : texts.editor.canvas.block.problems
  const label = issues.length === 1 ? first.message : several(issues.length, first.message)
  const Mark = LEVEL_MARKS[first.level]
  return (
    <Tooltip label={label} multiline w={260} position="top" openDelay={150}>
      <button
        type="button"
        className={`${classes.badge} nodrag`}
        data-level={first.level}
        style={{ '--size': `${size}px` } as React.CSSProperties}
        aria-label={label}
        onClick={() => {
          documents.getState().select({ nodes: [nodeId], edges: [] })
          setUi({ dock: 'problems' })
        }}
      >
        <Mark size={Math.round(size * 0.8)} aria-hidden />
      </button>
    </Tooltip>
  )
}
