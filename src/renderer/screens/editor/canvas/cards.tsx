/** The cards on the canvas that are no blocks: text notes and groups. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { Handle, type NodeProps, NodeResizer, Position } from '@xyflow/react'
import { memo, useEffect, useRef } from 'react'
import type { CardColor } from '../../../../shared/graph/graph.ts'
import { PORT_COLORS } from '../../../base/ui/tokens.ts'
import { texts } from '../../../texts/texts.ts'
import type { GroupItem, NoteItem } from '../canvas-state/canvas-store.ts'
import { useSession } from '../session/editor-context.ts'
import { setUi, useUi } from '../session/ui-store.ts'
import { useKeyHint } from '../shortcuts.ts'
import { BlockTitle } from './block-node.tsx'
import classes from './cards.module.css'
import { useFar } from './use-zoom.ts'

/** Colours of notes and groups: the theme's semantic colours, defined in both schemes. */
export const CARD_PAINT: Record<CardColor, string> = {
  grey: 'var(--sl-faint)',
  blue: PORT_COLORS.frames,
  green: 'var(--sl-good)',
  amber: PORT_COLORS.detections,
  red: 'var(--sl-bad)',
  violet: PORT_COLORS.events,
}

/** A text note. A double click or F2 edits it; Escape or blur ends editing. */
export const NoteCard = memo(function NoteCard({ id, data: { note }, selected }: NodeProps<NoteItem>) {
  const { documents } = useSession()
  const far = useFar()
  const editing = useUi((s) => s.renaming === id)
  const change = (part: Partial<typeof note>) =>
    documents.getState().run({ type: 'note', id, note: { ...note, ...part } })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F2 edits it by keyboard
    <div
      className={classes.note}
      style={{ '--card': CARD_PAINT[note.color] } as React.CSSProperties}
      data-selected={selected || undefined}
      data-far={far || undefined}
      onDoubleClick={(e) => {
        e.stopPropagation()
        setUi({ renaming: id })
      }}
    >
      <NodeResizer
        isVisible={selected && !editing}
        minWidth={120}
        minHeight={60}
        lineClassName={classes.resize}
        handleClassName={classes.grip}
        onResizeEnd={(_, { x, y, width, height }) => {
          documents.getState().seal()
          change({ x, y, width: Math.round(width), height: Math.round(height) })
          documents.getState().seal()
        }}
      />
      {editing ? (
        <NoteField
          text={note.text}
          onText={(text) => change({ text })}
          onDone={() => {
            setUi({ renaming: null })
            documents.getState().seal()
          }}
        />
      ) : note.text === '' ? (
        <p className={classes.hint}>{texts.editor.canvas.cards.doubleClick}</p>
      ) : (
        <p className={classes.text}>{note.text}</p>
      )}
    </div>
  )
})

interface NoteFieldProps {
  text: string
  /** Called on every keystroke, so that closing the page loses nothing. */
  onText(text: string): void
  onDone(): void
}

function NoteField({ text, onText, onDone }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <textarea
      ref={field}
      className={`${classes.field} nodrag nopan nowheel`}
      defaultValue={text}
      maxLength={4000}
      aria-label={texts.editor.canvas.cards.noteText}
      data-own-undo
      onChange={(e) => onText(e.currentTarget.value)}
      onBlur={onDone}
      onKeyDown={(e) => {
        e.stopPropagation()
        if (e.key === 'Escape' || (e.key === 'Enter' && (e.ctrlKey || e.metaKey))) {
          const card = e.currentTarget.closest<HTMLElement>('.react-flow__node')
          e.currentTarget.blur()
          card?.focus({ preventScroll: true })
        }
      }}
    />
  )
}

/** A titled group of blocks and notes; when collapsed, one small box with all wires that leave it. */
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
