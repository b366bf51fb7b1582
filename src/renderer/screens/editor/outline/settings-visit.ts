/** Moves the focus from the outline into the settings of the selection, and back with Escape. */
import { useEffect, useRef } from 'react'

const SETTINGS = '#editor-settings'
const FIELDS =
  '[data-field] :is(input, textarea, select, button, [tabindex="0"]):not([disabled], [type="hidden"], [tabindex="-1"])'
const ANY = ':is(input, textarea, button):not([disabled], [type="hidden"], [tabindex="-1"])'

/** Returns a function that begins a visit; `back` is called when it ends with Escape. */
export function useSettingsVisit(back: () => void): { begin(focus?: boolean): void } {
  const visiting = useRef(false)
  const goBack = useRef(back)
  goBack.current = back
  useEffect(() => {
    /** Escape closes an open list first. */
    let listOpen = false
    const before = (e: KeyboardEvent) => {
      listOpen = e.target instanceof Element && e.target.getAttribute('aria-expanded') === 'true'
    }
    const after = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || !visiting.current || listOpen || e.defaultPrevented) return
      if (!(e.target instanceof Element) || !e.target.closest(SETTINGS)) return
      e.preventDefault()
      visiting.current = false
      goBack.current()
    }
    const stop = new AbortController()
    document.addEventListener('keydown', before, { capture: true, signal: stop.signal })
    document.addEventListener('keydown', after, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return {
    begin: (focus = true) => {
      visiting.current = true
      // Two frames: the panel of the new selection must be rendered first.
      if (focus) requestAnimationFrame(() => requestAnimationFrame(focusFirstField))
    },
  }
}

function focusFirstField() {
  const panel = document.querySelector(SETTINGS)
  const settings = panel?.querySelector('[data-settings]') ?? panel
  const field = settings?.querySelector<HTMLElement>(FIELDS) ?? settings?.querySelector<HTMLElement>(ANY)
  field?.focus()
}
