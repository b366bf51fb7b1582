/** A titled group of blocks and notes; when collapsed, one small box with all wires that leave it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { texts } from '../../../texts/texts.ts'
import type { GroupItem } from '../canvas-state/canvas-store.ts'
import { useKeyHint } from '../commands/use-key-hint.ts'
import { useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import { BlockTitle } from './block-title.tsx'
import { CARD_PAINT } from './card-colors.ts'
import classes from './cards.module.css'
import { useFar } from './use-far.ts'

export const GroupCard = memo(function GroupCard({ id, data: { group }, selected }: NodeProps<GroupItem>) {
  const { documents } = useSession()
  const far = useFar()
  const hint = useKeyHint()
  const editing = useUi((s) => s.renaming === id)
  const change = (part: Partial<typeof group>) => {
    documents.getState().seal()
    documents.getState().run({ type: 'group', id, group: { ...group, ...part } })
  }
  const fold = group.collapsed ? texts.editor.canvas.cards.expand : texts.editor.canvas.cards.collapse
  const Icon = group.collapsed ? IconArrowsDiagonal : IconArrowsDiagonalMinimize2
  return (
    <div
      className={classes.group}
      style={{ '--card': CARD_PAINT[group.color] } as React.CSSProperties}
      data-selected={selected || undefined}
      data-far={far || undefined}
      data-collapsed={group.collapsed || undefined}
    >
      <div className={`${classes.groupHead} group-handle`}>
        <div className={classes.groupTitle}>
          <BlockTitle
            title={group.title}
            editing={editing}
            label={texts.editor.canvas.cards.groupName}
            onEdit={() => setUi({ renaming: id })}
            onDone={(title) => {
              setUi({ renaming: null })
              if (title?.trim()) change({ title: title.trim() })
            }}
          />
          {group.collapsed && <span>{texts.editor.canvas.cards.inside(group.members.length)}</span>}
        </div>
        <Tooltip label={hint(fold, 'collapse')}>
          <ActionIcon
            size={24}
            className="nodrag"
            aria-label={fold}
            onClick={() => change({ collapsed: !group.collapsed })}
          >
            <Icon size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      {group.collapsed && (
        <>
          <Handle type="target" id="in" position={Position.Left} isConnectable={false} className={classes.joint} />
          <Handle type="source" id="out" position={Position.Right} isConnectable={false} className={classes.joint} />
        </>
      )}
    </div>
  )
})
