/** The buttons of a run page. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconFolder, IconPlayerStopFilled, IconReload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { contributed, useExtensions } from '../../base/extensions/extensions.ts'
import { formatBytes } from '../../base/format/format.ts'
import { useHost } from '../../base/host/host-context.ts'
import { FramesOfRunButton } from '../../parts/run/frames/frames-of-run-button.tsx'
import { texts } from '../../texts/texts.ts'
import type { RunActions } from './actions/use-run-actions.ts'
import { totalSize } from './artifact-list/artifact-groups.ts'

interface RunButtonsProps {
  run: WorkflowRun
  actions: RunActions
  onRunAgain: (() => void) | null
  onDeleted: () => void
}

export function RunButtons({ run, actions, onRunAgain, onDeleted }: RunButtonsProps) {
  const { info } = useHost()
  const { runChecks, runComparisons } = useExtensions()
  const [cancelling, setCancelling] = useState(false)
  if (!isTerminal(run.status)) {
    const cancel = async () => {
      setCancelling(true)
      await actions.cancel(run)
      setCancelling(false)
    }
    return (
      <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} loading={cancelling} onClick={cancel}>
        {texts.ui.words.cancel}
      </Button>
    )
  }
  const remove = () => {
    actions.remove(run)
    onDeleted()
  }
  return (
    <>
      {contributed(runChecks, { run })}
      {info.host === 'electron' && info.server === null && (
        <Button variant="default" leftSection={<IconFolder size={15} />} onClick={() => void actions.reveal(run)}>
          {texts.runs.words.showInFolder}
        </Button>
      )}
      {contributed(runComparisons, { run })}
      <FramesOfRunButton run={run} />
      {onRunAgain && (
        <Button variant="default" leftSection={<IconReload size={15} />} onClick={onRunAgain}>
          {texts.runs.words.runAgain}
        </Button>
      )}
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon aria-label={texts.runs.page.buttons.more}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={remove}>
            {texts.runs.runSizes.deleteRunWithSize(formatBytes(totalSize(run.artifacts)))}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
