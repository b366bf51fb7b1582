/** The edges of the editor's parts, and the sizes that were chosen with them. */
import type { Settings } from '../../../shared/bridge/studio.ts'
import { texts } from '../../messages/texts.ts'
import { useSettings } from '../../shell/settings-context.tsx'
import { Resizer } from '../../ui/resizer.tsx'

type Part = keyof NonNullable<Settings['panel_sizes']>

const PARTS = {
  palette: { edge: 'right', least: 160 },
  settings: { edge: 'left', least: 280 },
  dock: { edge: 'top', least: 132 },
} as const

/** Panels take from the canvas, and only so much of it. */
const CANVAS = { selector: '[data-testid="canvas"]', least: 320 }

/** In pixels; undefined as long as nobody has chosen one. */
export const usePanelSize = (part: Part): number | undefined => useSettings().settings.panel_sizes?.[part]

export function PanelEdge({ part }: { part: Part }) {
  const { settings, change } = useSettings()
  function keep(size: number | null) {
    const { [part]: _, ...others } = settings.panel_sizes ?? {}
    change({ panel_sizes: size === null ? others : { ...others, [part]: size } })
  }
  return <Resizer label={texts.editor.panels.edges[part]} {...PARTS[part]} neighbour={CANVAS} onResize={keep} />
}
