/** Groups the edits of one visit to a field into one undo step: it ends on blur, on Enter, or on a click elsewhere. */
import type { KeyboardEvent, PointerEvent, SyntheticEvent } from 'react'
import { useSession } from '../session/editor-context.ts'

/** Returns handlers for the element around the fields. A popup opened by a field belongs to the same visit. */
export function useFieldVisits() {
  const { documents } = useSession()
  const end = (e: SyntheticEvent) => {
    if (e.currentTarget.contains(e.target as Node)) documents.getState().seal()
  }
  return {
    onBlur: end,
    onKeyDown: (e: KeyboardEvent) => {
      // In a multi-line text Enter inserts a line break.
      if (e.key === 'Enter' && !(e.target instanceof HTMLTextAreaElement)) end(e)
    },
    onPointerDownCapture: (e: PointerEvent) => {
      // A press in the field being edited moves its caret or uses its arrows.
      const field = document.activeElement
      const stays = field instanceof HTMLInputElement && field.parentElement?.contains(e.target as Node)
      if (!stays) end(e)
    },
  }
}
