/** Several blocks at once. */
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCopy, IconCopyPlus, IconTrash } from '@tabler/icons-react'
import { useControls } from '../session/actions-context.ts'
import classes from './panels.module.css'

export function SelectionPanel({ count }: { count: number }) {
  const { actions } = useControls()
  return (
    <div className={classes.panel}>
      <Title order={2}>{count} blocks selected</Title>
      <Text size="xs" c="dimmed" mt={2}>
        Drag them together, or move them with the arrow keys.
      </Text>
      <Stack gap="xs" mt="md">
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
