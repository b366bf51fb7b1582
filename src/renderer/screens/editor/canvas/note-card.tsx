/** A text note on the canvas. A double click or F2 edits it; Escape or blur ends editing. */
import { type NodeProps, NodeResizer } from '@xyflow/react'
import { memo, useEffect, useRef } from 'react'
import { texts } from '../../../texts/texts.ts'
import type { NoteItem } from '../canvas-state/canvas-store.ts'
import { useSession, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'
import { CARD_PAINT } from './card-colors.ts'
import classes from './cards.module.css'
import { useFar } from './use-far.ts'

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
