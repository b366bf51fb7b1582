/** The panel for a selection of several items. */
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
import { texts } from '../../../texts/texts.ts'
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
      <Title order={2}>{texts.editor.panels.selection.selected(count)}</Title>
      <Text size="xs" c="dimmed" mt={2}>
        {texts.editor.panels.selection.hint}
      </Text>
      <div className={classes.tools} role="toolbar" aria-label={texts.editor.panels.selection.align}>
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
          {texts.editor.panels.selection.group}
        </Button>
        <Button variant="default" leftSection={<IconEyeOff size={15} />} onClick={() => actions.toggleSwitch('muted')}>
          {texts.editor.panels.selection.mute}
        </Button>
        <Button variant="default" leftSection={<IconCopyPlus size={15} />} onClick={() => actions.duplicate()}>
          {texts.editor.panels.selection.duplicate}
        </Button>
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void actions.copyToSystem()}>
          {texts.editor.panels.selection.copy}
        </Button>
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={() => actions.removeSelection()}
        >
          {texts.ui.words.delete}
        </Button>
      </Stack>
    </div>
  )
}
