/** A titled group of blocks and notes; when collapsed, one small box with all wires that leave it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { texts } from '../../../base/messages/texts.ts'
import { useKeyHint } from '../commands/use-key-hint.ts'
import { useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import { BlockTitle } from './block-title.tsx'
import type { FrameItem } from './canvas-store.ts'
import { CARD_PAINT } from './card-colors.ts'
import classes from './cards.module.css'
import { useFar } from './use-far.ts'

export const FrameCard = memo(function FrameCard({ id, data: { frame }, selected }: NodeProps<FrameItem>) {
  const { documents } = useSession()
  const far = useFar()
  const hint = useKeyHint()
  const editing = useUi((s) => s.renaming === id)
  const change = (part: Partial<typeof frame>) => {
    documents.getState().seal()
    documents.getState().run({ type: 'frame', id, frame: { ...frame, ...part } })
  }
  const fold = frame.collapsed ? texts.editor.canvas.cards.expand : texts.editor.canvas.cards.collapse
  const Icon = frame.collapsed ? IconArrowsDiagonal : IconArrowsDiagonalMinimize2
  return (
    <div
      className={classes.frame}
      style={{ '--card': CARD_PAINT[frame.color] } as React.CSSProperties}
      data-selected={selected || undefined}
      data-far={far || undefined}
      data-collapsed={frame.collapsed || undefined}
    >
      <div className={`${classes.frameHead} frame-handle`}>
        <div className={classes.frameTitle}>
          <BlockTitle
            title={frame.title}
            editing={editing}
            label={texts.editor.canvas.cards.groupName}
            onEdit={() => setUi({ renaming: id })}
            onDone={(title) => {
              setUi({ renaming: null })
              if (title?.trim()) change({ title: title.trim() })
            }}
          />
          {frame.collapsed && <span>{texts.editor.canvas.cards.inside(frame.members.length)}</span>}
        </div>
        <Tooltip label={hint(fold, 'collapse')}>
          <ActionIcon
            size={24}
            className="nodrag"
            aria-label={fold}
            onClick={() => change({ collapsed: !frame.collapsed })}
          >
            <Icon size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      {frame.collapsed && (
        <>
          <Handle type="target" id="in" position={Position.Left} isConnectable={false} className={classes.joint} />
          <Handle type="source" id="out" position={Position.Right} isConnectable={false} className={classes.joint} />
        </>
      )}
    </div>
  )
})
