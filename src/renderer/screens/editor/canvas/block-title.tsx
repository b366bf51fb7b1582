/** A block's name; a double click edits it in place. Enter and blur save, Escape discards. */
import { useEffect, useRef } from 'react'
import { texts } from '../../../texts/texts.ts'
import classes from './block-node.module.css'

interface BlockTitleProps {
  title: string
  editing: boolean
  /** Accessible name. */
  label?: string
  onEdit(): void
  /** Receives the new name, or null to keep the old one. */
  onDone(title: string | null): void
}

export function BlockTitle({
  title,
  editing,
  label = texts.editor.canvas.block.name,
  onEdit,
  onDone,
}: BlockTitleProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!editing) return
    // Runs after React Flow has focused the node itself.
    const frame = requestAnimationFrame(() => input.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [editing])

  if (!editing) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: F2 and the side panel rename by keyboard
      <div className={classes.title} title={title} onDoubleClick={onEdit}>
        {title}
      </div>
    )
  }
  return (
    <input
      ref={input}
      className={`${classes.rename} nodrag nopan`}
      defaultValue={title}
      aria-label={label}
      maxLength={80}
      data-own-undo
      onBlur={(e) => onDone(e.currentTarget.value)}
      onDoubleClick={(e) => e.stopPropagation()}
      onKeyDown={(e) => {
        e.stopPropagation()
        if (e.key === 'Enter') e.currentTarget.blur()
        if (e.key === 'Escape') onDone(null)
      }}
    />
  )
}
