/** One undo step for each visit of a field: it ends by leaving, by Enter, or by turning to something else. */
import type { KeyboardEvent, PointerEvent, SyntheticEvent } from 'react'
import { useSession } from '../session/editor-context.ts'

/** Handlers for the element around the fields. What a field opens above the page belongs to the same visit. */
export function useFieldVisits() {
  const { documents } = useSession()
  const end = (e: SyntheticEvent) => {
    if (e.currentTarget.contains(e.target as Node)) documents.getState().seal()
  }
  return {
    onBlur: end,
    onKeyDown: (e: KeyboardEvent) => {
      // In a text of several lines Enter is a letter.
      if (e.key === 'Enter' && !(e.target instanceof HTMLTextAreaElement)) end(e)
    },
    onPointerDownCapture: (e: PointerEvent) => {
      // Pressed in the very field that is typed in: its caret, or its own arrows.
      const field = document.activeElement
      const stays = field instanceof HTMLInputElement && field.parentElement?.contains(e.target as Node)
      if (!stays) end(e)
    },
  }
}
