/** The run button. When the workflow can't run yet, it stays enabled and leads to the problems. */
import { Button, Tooltip } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { texts } from '../../../texts/texts.ts'
import { useControls } from '../session/actions-context.ts'
import { useIssues, useRun, useSession } from '../session/editor-context.ts'
import { isLive } from '../session/run-store.ts'
import classes from './toolbar.module.css'

export function RunButton() {
  const { actions } = useControls()
  const { runs } = useSession()
  const errors = useIssues((s) => s.errors)
  const blocking = useIssues((s) => s.blocking)
  const first = useIssues((s) => s.all.find((i) => i.severity === 'error')?.message)
  const live = useRun((s) => isLive(s.run))
  const busy = useRun((s) => s.busy)
  const readOnly = useReadOnly()
  if (live) {
    return (
      <Button
        className={classes.run}
        variant="default"
        data-tour="run"
        data-live
        leftSection={<IconPlayerStopFilled size={14} />}
        loading={busy === 'cancelling'}
        onClick={() => void runs.cancel()}
      >
        {texts.ui.words.cancel}
      </Button>
    )
  }
  const { run: words } = texts.editor.toolbar
  const blocked = blocking > 0 || readOnly !== null
  const why =
    readOnly !== null
      ? readOnly
      : !blocked
        ? words.saveAndRun
        : errors > 0
          ? words.blocked(words.problems(errors), first ?? '')
          : words.unfinished(words.steps(blocking), first ?? '')
  return (
    <Tooltip label={why} multiline maw={300} position="bottom-end">
      <Button
        className={classes.run}
        variant={blocked ? 'default' : 'filled'}
        data-tour="run"
        data-blocked={blocked || undefined}
        aria-disabled={readOnly !== null || undefined}
        aria-description={blocked ? why : undefined}
        leftSection={<IconPlayerPlayFilled size={14} />}
        loading={busy === 'starting'}
        onClick={() => readOnly === null && void actions.run()}
      >
        {words.run}
      </Button>
    </Tooltip>
  )
}
