/** Several things at once. */
import { ActionIcon, Button, Stack, Text, Title, Tooltip } from '@mantine/core'
import {
  IconCopy,
  IconCopyPlus,
  IconEyeOff,
  IconFrame,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconTrash,
} from '@tabler/icons-react'
import { commandOf } from '../commands/command-list.ts'
import { useControls } from '../session/actions-context.ts'
import { useSession } from '../session/editor-context.ts'
import classes from './panels.module.css'

const PLACING = [
  ['align-left', IconLayoutAlignLeft],
  ['align-centre', IconLayoutAlignCenter],
  ['align-right', IconLayoutAlignRight],
  ['spread-across', IconLayoutDistributeVertical],
  ['align-top', IconLayoutAlignTop],
  ['align-middle', IconLayoutAlignMiddle],
  ['align-bottom', IconLayoutAlignBottom],
  ['spread-down', IconLayoutDistributeHorizontal],
] as const

export function SelectionPanel({ count }: { count: number }) {
  const session = useSession()
  const controls = useControls()
  const { actions } = controls
  return (
    <div className={classes.panel}>
      <Title order={2}>{count} things selected</Title>
      <Text size="xs" c="dimmed" mt={2}>
        Drag them together, or move them with the arrow keys.
      </Text>
      <div className={classes.tools} role="toolbar" aria-label="Align">
        {PLACING.map(([id, Icon]) => {
          const command = commandOf(id)
          return (
            <Tooltip key={id} label={command.label}>
              <ActionIcon
                variant="default"
                size={30}
                w="100%"
                aria-label={command.label}
                onClick={() => command.act({ session, ...controls, pointer: null })}
              >
                <Icon size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )
        })}
      </div>
      <Stack gap="xs" mt="md">
        <Button variant="default" leftSection={<IconFrame size={15} />} onClick={() => actions.group()}>
          Group
        </Button>
        <Button variant="default" leftSection={<IconEyeOff size={15} />} onClick={() => actions.toggleSwitch('muted')}>
          Mute or unmute
        </Button>
        <Button variant="default" leftSection={<IconCopyPlus size={15} />} onClick={() => actions.duplicate()}>
          Duplicate
        </Button>
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void actions.copyToSystem()}>
          Copy
        </Button>
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={() => actions.removeSelection()}
        >
          Delete
        </Button>
      </Stack>
    </div>
  )
}
