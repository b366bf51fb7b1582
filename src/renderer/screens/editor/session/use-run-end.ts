/** Handles the end of a run: shows the failed block, or announces completion if the run panel is closed. */
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { isTerminal } from '../../../../shared/domain/run.ts'
import { texts } from '../../../texts/texts.ts'
import type { Controls } from './actions-context.ts'
import type { EditorSession } from './session.ts'
import { setUi, uiStore } from './ui-store.ts'

export function useRunEnd(session: EditorSession, { actions }: Controls): void {
  useEffect(
    () =>
      session.runs.store.subscribe(({ run }, { run: before }) => {
        if (!run || !before || run.id !== before.id || !isTerminal(run.status) || isTerminal(before.status)) return
        if (run.status === 'error') {
          setUi({ dock: 'run' })
          if (run.error?.node_id) actions.showNode(run.error.node_id)
        } else if (run.status === 'completed' && uiStore.getState().dock !== 'run') {
          setUi({ dock: 'run' })
          notifications.show({ message: texts.editor.session.hasRun(run.workflow_name), color: 'green' })
        }
      }),
    [session, actions],
  )
}
