/** The resizable edges of the editor's panels, and their stored sizes. */

import { useSettings } from '../../../base/settings/settings-context.tsx'
import { Resizer } from '../../../base/ui/resizer.tsx'
import { texts } from '../../../texts/texts.ts'
import { useUi } from '../session/editor-context.ts'
import { type Panel, setUi, uiStore } from '../session/ui-store.ts'

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
