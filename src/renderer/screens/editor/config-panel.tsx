/** The right panel: the settings of the selected block, the actions for several, or the whole workflow. */
import { ScrollArea } from '@mantine/core'
import { texts } from '../../texts/texts.ts'
import { BlockPanel } from './panels/block-panel.tsx'
import { GroupPanel, NotePanel } from './panels/card-panel.tsx'
import { OverviewPanel } from './panels/overview-panel.tsx'
import classes from './panels/panels.module.css'
import { SelectionPanel } from './panels/selection-panel.tsx'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { useDocument } from './session/editor-context.ts'
import { PanelEdge, usePanelSize } from './side-panels/panel-edge.tsx'

export function ConfigPanel() {
  const width = usePanelSize('settings')
  const count = useDocument((s) => s.selection.nodes.length)
  const only = useDocument((s) => (s.selection.nodes.length === 1 ? (s.selection.nodes[0] as string) : null))
  const note = useDocument((s) => (only === null ? undefined : s.doc.layout.notes?.[only]))
  const group = useDocument((s) => (only === null ? undefined : s.doc.layout.frames?.[only]))
  return (
    <aside
      className={classes.side}
      style={{ width }}
      aria-label={texts.editor.panels.config.settings}
      id="editor-settings"
    >
      <PanelEdge panel="settings" />
      <PreviewPanel />
      <ScrollArea className={classes.scroll} scrollbarSize={8} data-settings>
        {only !== null && note ? (
          <NotePanel key={only} id={only} note={note} />
        ) : only !== null && group ? (
          <GroupPanel key={only} id={only} group={group} />
        ) : only !== null ? (
          <BlockPanel key={only} nodeId={only} />
        ) : count > 1 ? (
          <SelectionPanel count={count} />
        ) : (
          <OverviewPanel />
        )}
      </ScrollArea>
    </aside>
  )
}
