/** The menu of a run in the list. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFolder, IconPlayerStop, IconReload, IconTrash } from '@tabler/icons-react'
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { texts } from '../../../texts/texts.ts'
import type { RunActions } from '../actions/use-run-actions.ts'
import { totalSize } from '../artifact-list/artifact-links.ts'

interface RowMenuProps {
  run: WorkflowRun
  /** The name of the run, or of its workflow. */
  title: string
  actions: RunActions
  onChanged: () => void
}

export function RowMenu({ run, title, actions, onChanged }: RowMenuProps) {
  const { info } = useHost()
  const ended = isTerminal(run.status)
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon aria-label={texts.runs.list.table.moreAbout(title)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!ended && (
          <Menu.Item
            leftSection={<IconPlayerStop size={15} />}
            onClick={() => void actions.cancel(run).then(onChanged)}
          >
            {texts.ui.words.cancel}
          </Menu.Item>
        )}
        {ended && run.workflow_id && (
          <Menu.Item leftSection={<IconReload size={15} />} onClick={() => void actions.runAgain(run)}>
            {texts.runs.words.runAgain}
          </Menu.Item>
        )}
        {info.host === 'electron' && info.server === null && ended && (
          <Menu.Item leftSection={<IconFolder size={15} />} onClick={() => void actions.reveal(run)}>
            {texts.runs.words.showInFolder}
          </Menu.Item>
        )}
        {ended && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => actions.remove(run, onChanged)}>
            {texts.runs.runSizes.deleteWithSize(formatBytes(totalSize(run.artifacts)))}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
