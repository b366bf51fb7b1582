/** The buttons of a run page. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconFolder, IconPlayerPlay, IconPlayerStopFilled, IconReload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { isTerminal, type WorkflowRun } from '../../shared/domain/run.ts'
import { useHost } from '../shell/host.ts'
import { formatDuration } from '../ui/format.ts'
import type { RunActions } from './use-run-actions.ts'

interface RunButtonsProps {
  run: WorkflowRun
  actions: RunActions
  onRunAgain: (() => void) | null
  onDeleted: () => void
}

export function RunButtons({ run, actions, onRunAgain, onDeleted }: RunButtonsProps) {
  const { info } = useHost()
  const [cancelling, setCancelling] = useState(false)
  if (!isTerminal(run.status)) {
    const cancel = async () => {
      setCancelling(true)
      await actions.cancel(run)
      setCancelling(false)
    }
    return (
      <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} loading={cancelling} onClick={cancel}>
        Cancel
      </Button>
    )
  }
  const remove = () => {
    actions.remove(run)
    onDeleted()
  }
  return (
    <>
      {info.host === 'electron' && (
        <Button variant="default" leftSection={<IconFolder size={15} />} onClick={() => void actions.reveal(run)}>
          Show in folder
        </Button>
      )}
      {run.resumable && (
        <Tooltip label={whereItGoesOn(run)}>
          <Button variant="default" leftSection={<IconPlayerPlay size={15} />} onClick={() => void actions.resume(run)}>
            Resume
          </Button>
        </Tooltip>
      )}
      {onRunAgain && (
        <Button variant="default" leftSection={<IconReload size={15} />} onClick={onRunAgain}>
          Run again
        </Button>
      )}
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon aria-label="More">
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={remove}>
            Delete run
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

const whereItGoesOn = ({ progress }: WorkflowRun): string =>
  `Goes on near ${formatDuration(progress.media_time_s)} of the video, with all that was found before`
