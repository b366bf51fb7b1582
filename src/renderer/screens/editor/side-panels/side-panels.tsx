/** The panels beside the canvas: their sizes and edges, their folding in a narrow window, and the way to the outline. */

import { type RefObject, useEffect, useRef } from 'react'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { Resizer } from '../../../base/ui/resizer.tsx'
import { texts } from '../../../texts/texts.ts'
import { type Panel, type SidePanel, setUi, type UiState, uiStore, useUi } from '../session/ui-store.ts'

const PANELS = {
  palette: { edge: 'right', least: 160 },
  outline: { edge: 'right', least: 200 },
  settings: { edge: 'left', least: 280 },
  dock: { edge: 'top', least: 132 },
} as const

/** Panels grow at the expense of the canvas, down to its minimum width. */
const CANVAS = { selector: '[data-testid="canvas"]', least: 320 }

/** In pixels; undefined until the user has chosen one. */
export function usePanelSize(panel: Panel): number | undefined {
  const chosen = useUi((s) => s.panelSizes[panel])
  const kept = useSettings().settings.panel_sizes?.[panel]
  // A size just chosen applies before the settings are saved.
  return chosen === undefined ? kept : (chosen ?? undefined)
}

export function PanelEdge({ panel }: { panel: Panel }) {
  const { settings, change } = useSettings()
  function keep(size: number | null) {
    setUi({ panelSizes: { ...uiStore.getState().panelSizes, [panel]: size } })
    const { [panel]: _, ...others } = settings.panel_sizes ?? {}
    change({ panel_sizes: size === null ? others : { ...others, [panel]: size } })
  }
  return <Resizer label={texts.editor.panels.edges[panel]} {...PANELS[panel]} neighbour={CANVAS} onResize={keep} />
}

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
