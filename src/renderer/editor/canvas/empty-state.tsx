/** What an empty canvas says: where to begin. */
import { Button, Group, Text, Title } from '@mantine/core'
import { IconLayoutGrid, IconMovie } from '@tabler/icons-react'
import { navigate } from '../../shell/route.ts'
import { Keys } from '../keys.tsx'
import { useControls } from '../session/actions-context.ts'
import classes from './canvas.module.css'

export function EmptyState() {
  const { files } = useControls()
  return (
    <div className={classes.empty}>
      <div className={classes.emptyCard}>
        <Title order={2}>Start with a video</Title>
        <Text size="sm" c="dimmed" maw={340}>
          Drop a video here, or drag a block from the left. Wires lead from a source through models and trackers to a
          result.
        </Text>
        <Group gap="xs" mt="md" justify="center">
          <Button size="sm" leftSection={<IconMovie size={16} />} onClick={() => void files.chooseSource()}>
            Choose a video
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconLayoutGrid size={16} />}
            onClick={() => navigate({ screen: 'home' })}
          >
            Start from a template
          </Button>
        </Group>
        <Text size="xs" c="dimmed" mt="md">
          Double-click or press <Keys keys={['A']} /> to add any block
        </Text>
      </div>
    </div>
  )
}
