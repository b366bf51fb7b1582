/** A number field that accepts any text while typing and commits on Enter or blur. */
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Shared = Pick<
  NumberInputProps,
  'id' | 'aria-label' | 'step' | 'allowDecimal' | 'decimalScale' | 'placeholder' | 'error' | 'w' | 'flex'
>

interface NumberFieldProps extends Shared {
  value: number | undefined
  /** Receives undefined when the field is empty. Numbers out of range are kept and reported, not clamped. */
  onCommit(value: number | undefined): void
}

type Draft = number | string

export function NumberField({ value, onCommit, ...input }: NumberFieldProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  /** The draft that undo discarded, kept for redo. */
  const [undone, setUndone] = useState<Draft | null>(null)
  const latest = useRef({ draft, value, onCommit })
  latest.current = { draft, value, onCommit }
  const keep = (next: Draft | null) => {
    latest.current.draft = next
    setDraft(next)
  }
  const commit = () => {
    const typed = latest.current.draft
    keep(null)
    setUndone(null)
    if (typed !== null) commitTyped(typed, latest.current)
  }
  // Commit too when the field unmounts along with its block's panel.
  useEffect(
    () => () => {
      const { draft: typed } = latest.current
      if (typed !== null) commitTyped(typed, latest.current)
    },
    [],
  )

  function onKeyDown(e: KeyboardEvent) {
    const pressed = e.ctrlKey || e.metaKey ? e.key.toLowerCase() : ''
    const wantsUndo = pressed === 'z' && !e.shiftKey && draft !== null
    const wantsRedo = ((pressed === 'z' && e.shiftKey) || pressed === 'y') && undone !== null
    if (e.key === 'Enter') commit()
    else if ((e.key === 'Escape' && draft !== null) || wantsUndo) {
      e.preventDefault()
      setUndone(draft)
      keep(null)
    } else if (wantsRedo) {
      e.preventDefault()
      keep(undone)
      setUndone(null)
    }
  }

  return (
    <NumberInput
      {...input}
      size="xs"
      clampBehavior="none"
      value={draft ?? value ?? ''}
      onChange={(typed) => {
        setUndone(null)
        keep(typed)
      }}
      // The arrow buttons set a complete number, so it is committed at once.
      onValueChange={(_, { source }: { source: string }) => {
        if (source === 'increment' || source === 'decrement') commit()
      }}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

function commitTyped(typed: Draft, { value, onCommit }: Pick<NumberFieldProps, 'value' | 'onCommit'>): void {
  const number = typed === '' ? undefined : Number.parseFloat(String(typed))
  if (!Number.isNaN(number) && number !== value) onCommit(number)
}
