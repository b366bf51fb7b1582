/** The options while a person changes them, with undo. */
import { useRef, useState } from 'react'
import type { Conversion, ConversionField } from '../../../../shared/domain/conversion.ts'

export interface Draft {
  readonly options: Conversion
  /** Undefined resets the field. Changes of one field that follow each other form one step, as while typing. */
  set<F extends ConversionField>(field: F, value: Conversion[F] | undefined): void
  replace(next: Conversion): void
  undo(): void
  redo(): void
  readonly canUndo: boolean
  readonly canRedo: boolean
}

interface Steps {
  past: readonly Conversion[]
  now: Conversion
  future: readonly Conversion[]
}

export function useDraft(start: Conversion): Draft {
  const [{ past, now, future }, setSteps] = useState<Steps>({ past: [], now: start, future: [] })
  const typing = useRef<ConversionField | null>(null)
  const go = (next: Conversion, field: ConversionField | null) => {
    const joins = field !== null && field === typing.current
    typing.current = field
    setSteps((steps) => ({ past: joins ? steps.past : [...steps.past, steps.now], now: next, future: [] }))
  }
  return {
    options: now,
    set(field, value) {
      const { [field]: _, ...rest } = now
      // A reset is a step of its own.
      go(value === undefined ? rest : { ...rest, [field]: value }, value === undefined ? null : field)
    },
    replace: (next) => go(next, null),
    undo() {
      const before = past.at(-1)
      if (!before) return
      typing.current = null
      setSteps({ past: past.slice(0, -1), now: before, future: [now, ...future] })
    },
    redo() {
      const [after, ...rest] = future
      if (!after) return
      typing.current = null
      setSteps({ past: [...past, now], now: after, future: rest })
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}
