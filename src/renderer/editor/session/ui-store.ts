/** What is open and pointed at in the editor; neither saved nor undone. */
import { createStore } from 'zustand/vanilla'
import type { BlockKindName } from '../../../shared/blocks/catalogue.ts'
import type { Settings } from '../../../shared/bridge/studio.ts'
import type { Guide } from '../canvas/guides.ts'
import type { Position } from '../document/document.ts'
import type { WireEnd, WireFit } from '../document/wiring.ts'

export interface QuickAdd {
  /** Where the menu opens, in client pixels. */
  screen: Position
  /** The place of the pointer, in canvas pixels. */
  at: Position
  /** The block goes there; else it goes beside what it is wired to. */
  pointed: boolean
  /** The loose end of the wire that was dropped; null when none was. */
  end: WireEnd | null
  /** The wire that the block goes into. */
  edge?: string
}

export interface ContextMenuAt {
  screen: Position
  at: Position
  target: 'node' | 'edge' | 'pane'
}

/** A part of the editor whose size one can choose. */
export type Panel = keyof NonNullable<Settings['panel_sizes']>

/** A panel that folds where the window is narrow. */
export type SidePanel = 'palette' | 'outline'

export interface UiState {
  /** The panel below the canvas; null when it is closed. */
  dock: 'problems' | 'run' | null
  quickAdd: QuickAdd | null
  menu: ContextMenuAt | null
  /** The wire being drawn, and the edge it replaces while an edge is reconnected. */
  wire: { end: WireEnd; replacing: string | null; accepts: WireFit } | null
  /** A block on its way from the palette, in client pixels. */
  paletteDrag: { kind: BlockKindName; screen: Position; overCanvas: boolean } | null
  /** The node whose name is being edited on the canvas. */
  renaming: string | null
  /** The config field to show: set by the problems list, taken by the panel. */
  focusField: { nodeId: string; field: string } | null
  /** Lines along which the dragged blocks stand in line with others, in canvas pixels. */
  guides: readonly Guide[]
  /** The wire that a dragged block would go into. */
  dropEdge: string | null
  keySheet: boolean
  /** The dialog with the workflow's earlier states. */
  versions: boolean
  /** The dialog of a workflow that was changed elsewhere. */
  conflict: boolean
  snap: boolean
  minimap: boolean
  palette: boolean
  /** Sizes of panels that were chosen since the workflow was opened, in pixels; null is their own. */
  panelSizes: { readonly [part in Panel]?: number | null }
  /** The outline tree beside the canvas. */
  outline: boolean
  /** Panels that the window has no room for, and those of them that were opened all the same. */
  folded: readonly SidePanel[]
  unfolded: readonly SidePanel[]
}

const START: UiState = {
  dock: null,
  quickAdd: null,
  menu: null,
  wire: null,
  paletteDrag: null,
  renaming: null,
  focusField: null,
  guides: [],
  dropEdge: null,
  keySheet: false,
  versions: false,
  conflict: false,
  snap: true,
  minimap: true,
  palette: true,
  panelSizes: {},
  outline: false,
  folded: [],
  unfolded: [],
}

export const uiStore = createStore<UiState>()(() => START)
export const setUi = (partial: Partial<UiState>): void => uiStore.setState(partial)
/** At opening: nothing of the last workflow stays open but the user's own preferences. */
export const resetUi = (): void =>
  uiStore.setState(
    ({ minimap, palette, outline, snap, folded }) => ({ ...START, minimap, palette, outline, snap, folded }),
    true,
  )
