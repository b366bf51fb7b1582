/** Whether the outline is open: by its key, its button, and as it was left the last time. */
import { useEffect, useRef } from 'react'
import { useSettings } from '../../shell/settings-context.tsx'
import { showPanel } from '../panels/panel-fold.ts'
import { setUi, uiStore } from '../session/ui-store.ts'

export const OUTLINE_ID = 'editor-outline'
export const OUTLINE_BUTTON_ID = 'outline-button'

/** Closed: opens it; elsewhere: goes there; there: closes it, and the focus goes to its button. */
export function goToOutline(): void {
  const inside = document.activeElement?.closest(`#${OUTLINE_ID}`) != null
  showPanel('outline', !inside)
  if (inside) requestAnimationFrame(() => document.getElementById(OUTLINE_BUTTON_ID)?.focus())
  else focusOutline()
}

/** The current row, or the way to the first block, once what has just changed is shown. */
export function focusOutline(): void {
  wanted = true
  requestAnimationFrame(takeFocus)
}

const AGAIN_MS = 60
let wanted = false

/** Gives the outline the focus that it was meant to have; called once more when it appears, which may take a while. */
export function takeFocus(): void {
  if (!wanted) return
  // One list may open another, or ask for a name: the focus is theirs until they are done.
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

/** Keeps in the settings whether it is open. */
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
