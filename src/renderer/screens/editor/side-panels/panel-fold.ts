/** Folds the side panels in a narrow window, and unfolds them when there is space. */
import { type RefObject, useEffect } from 'react'
import { useUi } from '../session/editor-context.ts'
import { type SidePanel, setUi, type UiState, uiStore } from '../session/ui-store.ts'

/** Id of the search field of the palette. */
export const PALETTE_SEARCH_ID = 'palette-search'

/** Default widths of the panels in pixels, and the minimum width of the canvas. */
const WIDTHS = { settings: 300, outline: 248, palette: 228 }
const MIN_CANVAS_WIDTH = 430

type Wanted = Readonly<Record<SidePanel, boolean>>

/** Returns the panels that do not fit. Panels that the user reopened take their space first. */
export function foldedAt(width: number, wanted: Wanted, unfolded: readonly SidePanel[] = []): readonly SidePanel[] {
  const room = width - WIDTHS.settings - MIN_CANVAS_WIDTH
  let left = room
  for (const panel of unfolded) if (wanted[panel]) left -= WIDTHS[panel]
  return (['outline', 'palette'] as const).filter((panel) => {
    if (unfolded.includes(panel)) return room < WIDTHS[panel]
    if (left < WIDTHS[panel]) return true
    if (wanted[panel]) left -= WIDTHS[panel]
    return false
  })
}

/** True for an open panel that is not folded or was reopened since. */
export const isShown = (ui: UiState, panel: SidePanel): boolean =>
  ui[panel] && (!ui.folded.includes(panel) || ui.unfolded.includes(panel))

export function showPanel(panel: SidePanel, shown: boolean): void {
  const { folded, unfolded } = uiStore.getState()
  const others = unfolded.filter((one) => one !== panel)
  if (shown) setUi({ [panel]: true, unfolded: folded.includes(panel) ? [...others, panel] : others })
  // A panel that is folded anyway stays open for a wider window.
  else setUi({ unfolded: others, ...(!folded.includes(panel) && { [panel]: false }) })
}

export const togglePanel = (panel: SidePanel): void => showPanel(panel, !isShown(uiStore.getState(), panel))

/** Folds and unfolds according to the width of the element that contains panels and canvas. */
export function useFoldingPanels(room: RefObject<HTMLElement | null>): void {
  const palette = useUi((s) => s.palette)
  const outline = useUi((s) => s.outline)
  const unfolded = useUi((s) => s.unfolded)
  useEffect(() => {
    const element = room.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => fold(element.clientWidth, { palette, outline }, unfolded))
    observer.observe(element)
    return () => observer.disconnect()
  }, [room, palette, outline, unfolded])
}

/** The panel with the focus stays open, because folding it would lose the focus. */
const focusedPanel = (): SidePanel | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-side-panel]')?.dataset.sidePanel as SidePanel | undefined

function fold(width: number, wanted: Wanted, unfolded: readonly SidePanel[]) {
  // A dialog may belong to a panel, and would be unmounted with it.
  if (width === 0 || document.querySelector('[aria-modal=true]')) return
  const focused = focusedPanel()
  const opened = focused && !unfolded.includes(focused) ? [...unfolded, focused] : unfolded
  const folded = foldedAt(width, wanted, opened)
  const still = opened.filter((panel) => folded.includes(panel))
  if (folded.join() !== uiStore.getState().folded.join()) setUi({ folded })
  if (still.join() !== unfolded.join()) setUi({ unfolded: still })
}
