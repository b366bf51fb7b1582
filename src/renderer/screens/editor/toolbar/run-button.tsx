/** The run button. When the workflow can't run yet, it stays enabled and leads to the problems. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconPlayerPlayFilled, IconPlayerStopFilled, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { texts } from '../../../texts/texts.ts'
import { useControls, useIssues, useRun, useSession } from '../session/editor-context.ts'
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

/** The menu beside Run in the editor: other ways to run the workflow. */
export function RunMenu() {
  const { actions } = useControls()
  const [opened, setOpened] = useState(false)
  return (
    <Menu position="bottom-end" width={230} opened={opened} onChange={setOpened}>
      <Tooltip label={texts.batch.runMenu} position="bottom-end" disabled={opened}>
        {/* Menu.Target and Tooltip each need a single child element, so a span carries both. */}
        <span>
          <Menu.Target>
            <ActionIcon aria-label={texts.batch.runMenu}>
              <IconChevronDown size={16} />
            </ActionIcon>
          </Menu.Target>
        </span>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconStack2 size={15} />} onClick={actions.runOnManyFiles}>
          {texts.batch.runMany}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
