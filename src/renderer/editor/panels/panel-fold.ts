/** Panels beside the canvas fold by themselves where the window is narrow, and come back when there is room. */
import { type RefObject, useEffect } from 'react'
import { useUi } from '../session/editor-context.ts'
import { type SidePanel, setUi, type UiState, uiStore } from '../session/ui-store.ts'

/** Widths that panels have of themselves, in pixels, and what is to be left of the canvas. */
const WIDTHS = { settings: 300, outline: 248, palette: 228 }
const CANVAS_LEAST = 430

type Wanted = Readonly<Record<SidePanel, boolean>>

/** The panels that there is no room for. Those that were opened all the same take theirs before the others do. */
export function foldedAt(width: number, wanted: Wanted, unfolded: readonly SidePanel[] = []): readonly SidePanel[] {
  const room = width - WIDTHS.settings - CANVAS_LEAST
  let left = room
  for (const panel of unfolded) if (wanted[panel]) left -= WIDTHS[panel]
  return (['outline', 'palette'] as const).filter((panel) => {
    if (unfolded.includes(panel)) return room < WIDTHS[panel]
    if (left < WIDTHS[panel]) return true
    if (wanted[panel]) left -= WIDTHS[panel]
    return false
  })
}

/** Open, and either not folded or opened again since. */
export const isShown = (ui: UiState, panel: SidePanel): boolean =>
  ui[panel] && (!ui.folded.includes(panel) || ui.unfolded.includes(panel))

export function showPanel(panel: SidePanel, shown: boolean): void {
  const { folded, unfolded } = uiStore.getState()
  const others = unfolded.filter((one) => one !== panel)
  if (shown) setUi({ [panel]: true, unfolded: folded.includes(panel) ? [...others, panel] : others })
  // One that is folded anyway stays open for a wider window.
  else setUi({ unfolded: others, ...(!folded.includes(panel) && { [panel]: false }) })
}

export const togglePanel = (panel: SidePanel): void => showPanel(panel, !isShown(uiStore.getState(), panel))

/** Folds and unfolds with the width of the element that holds panels and canvas. */
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

/** A panel that has the keyboard stays: folding it would take the focus away. */
const focusedPanel = (): SidePanel | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-side-panel]')?.dataset.sidePanel as SidePanel | undefined

function fold(width: number, wanted: Wanted, unfolded: readonly SidePanel[]) {
  // A dialog may belong to a panel, and would go with it.
  if (width === 0 || document.querySelector('[aria-modal=true]')) return
  const focused = focusedPanel()
  const opened = focused && !unfolded.includes(focused) ? [...unfolded, focused] : unfolded
  const folded = foldedAt(width, wanted, opened)
  const still = opened.filter((panel) => folded.includes(panel))
  if (folded.join() !== uiStore.getState().folded.join()) setUi({ folded })
  if (still.join() !== unfolded.join()) setUi({ unfolded: still })
}
