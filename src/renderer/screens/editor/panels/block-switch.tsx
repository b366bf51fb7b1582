/** A note on a block that is excluded from runs, with a button to include it. */
import { Button } from '@mantine/core'
import { kindTitle } from '../../../parts/workflow/document/document.ts'
import { leftOut } from '../../../parts/workflow/document/left-out.ts'
import { texts } from '../../../texts/texts.ts'
import { useControls } from '../session/actions-context.ts'
import { useDocument } from '../session/editor-context.ts'
import { IssueNote } from './issue-note.tsx'
import classes from './panels.module.css'

export function BlockSwitch({ nodeId, kind }: { nodeId: string; kind: string }) {
  const { actions } = useControls()
  const set = useDocument((s) => s.doc.layout.switches?.[nodeId])
  const idle = useDocument((s) => leftOut(s.doc).has(nodeId))
  if (!set && idle) {
    return <IssueNote level="warning">{texts.editor.panels.switch.leftOut}</IssueNote>
  }
  if (!set) return null
  const title = kindTitle(kind)
  return (
    <div className={classes.switchRow}>
      <IssueNote level="warning">
        {set === 'muted' ? texts.editor.panels.switch.muted(title) : texts.editor.panels.switch.bypassed}{' '}
        <Button size="compact-xs" variant="default" onClick={() => actions.toggleSwitch(set)}>
          {set === 'muted' ? texts.editor.panels.switch.unmute : texts.editor.panels.switch.putBack}
        </Button>
      </IssueNote>
    </div>
  )
}
