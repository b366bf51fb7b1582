/** Opens and closes the outline, by key or button, and remembers its state. */
import { useEffect, useRef } from 'react'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { setUi, uiStore } from '../session/ui-store.ts'
import { showPanel } from './panel-fold.ts'

export const OUTLINE_ID = 'editor-outline'
export const OUTLINE_BUTTON_ID = 'outline-button'

/** Opens a closed outline, focuses an open one, and closes a focused one, moving the focus to its button. */
export function goToOutline(): void {
  const inside = document.activeElement?.closest(`#${OUTLINE_ID}`) != null
  showPanel('outline', !inside)
  if (inside) requestAnimationFrame(() => document.getElementById(OUTLINE_BUTTON_ID)?.focus())
  else focusOutline()
}

/** Focuses the current row, or the hint for the first block, once the last change is rendered. */
export function focusOutline(): void {
  wanted = true
  requestAnimationFrame(takeFocus)
}

const AGAIN_MS = 60
let wanted = false

/** Applies a pending focus to the outline; called again when it appears, which may take a while. */
export function takeFocus(): void {
  if (!wanted) return
  // A list may open another or prompt for a name; they keep the focus until they close.
  if (document.querySelector('[aria-modal=true]')) {
    setTimeout(takeFocus, AGAIN_MS)
    return
  }
  const panel = document.getElementById(OUTLINE_ID)
  const first = panel?.querySelector<HTMLElement>('[data-outline-first]')
  const target = first ?? panel?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
  if (!target) return
  wanted = false
  target.focus()
}

/** Stores in the settings whether the outline is open. */
export function useRememberedOutline(): void {
  const { settings, change } = useSettings()
  const kept = settings.outline ?? false
  const keep = useRef({ kept, change })
  keep.current = { kept, change }
  useEffect(() => setUi({ outline: kept }), [kept])
  useEffect(
    () =>
      uiStore.subscribe(({ outline }, before) => {
        if (outline !== before.outline && outline !== keep.current.kept) keep.current.change({ outline })
      }),
    [],
  )
}
