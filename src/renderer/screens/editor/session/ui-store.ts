/** The transient state of the editor: open menus, dialogs and pointer targets; neither saved nor undone. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import type { Settings } from '../../../../shared/domain/settings.ts'
import type { Position } from '../../../parts/workflow/document/document.ts'
import type { Guide } from '../../../parts/workflow/document/guides.ts'
import type { WireEnd, WireFit } from '../document/wiring.ts'

export interface QuickAdd {
  /** Position of the menu, in client pixels. */
  screen: Position
  /** Position of the pointer, in canvas pixels. */
  at: Position
  /** True to put the block there; otherwise it goes beside the block that it is wired to. */
  pointed: boolean
  /** The loose end of the dropped wire; null without one. */
  end: WireEnd | null
  /** The wire into which the block is inserted. */
  edge?: string
}

export interface ContextMenuAt {
  screen: Position
  at: Position
  target: 'node' | 'edge' | 'pane'
}

/** A resizable panel of the editor. */
export type Panel = keyof NonNullable<Settings['panel_sizes']>

/** A panel that folds in a narrow window. */
export type SidePanel = 'palette' | 'outline'

export interface UiState {
  /** The open tab of the dock below the canvas; null when it is closed. */
  dock: 'problems' | 'run' | null
  quickAdd: QuickAdd | null
  menu: ContextMenuAt | null
  /** The wire being drawn, and the edge it replaces while an edge is reconnected. */
  wire: { end: WireEnd; replacing: string | null; accepts: WireFit } | null
  /** A block dragged from the palette, in client pixels. */
  paletteDrag: { kind: BlockKindName; screen: Position; overCanvas: boolean } | null
  /** The node whose name is being edited on the canvas. */
  renaming: string | null
  /** The config field to show: set by the problems list, consumed by the panel. */
  focusField: { nodeId: string; field: string } | null
  /** Alignment guides of the dragged blocks, in canvas pixels. */
  guides: readonly Guide[]
  /** The wire into which a dropped block would be inserted. */
  dropEdge: string | null
  keySheet: boolean
  /** True while the versions dialog is open. */
  versions: boolean
  /** True while the dialog about a change elsewhere is open. */
  conflict: boolean
  snap: boolean
  minimap: boolean
  palette: boolean
  /** Panel sizes chosen since the workflow was opened, in pixels; null is the default size. */
  panelSizes: { readonly [part in Panel]?: number | null }
  /** True while the outline is open. */
  outline: boolean
  /** Panels that do not fit in the window, and those of them that the user reopened. */
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
export const useUi = <T>(select: (state: UiState) => T): T => useStore(uiStore, select)
export const setUi = (partial: Partial<UiState>): void => uiStore.setState(partial)
/** Called on opening: resets everything but the user's preferences. */
export const resetUi = (): void =>
  uiStore.setState(
    ({ minimap, palette, outline, snap, folded }) => ({ ...START, minimap, palette, outline, snap, folded }),
    true,
  )
