/** The menu beside Run in the editor: other ways to run the workflow. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import { useControls } from '../session/actions-context.ts'

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
