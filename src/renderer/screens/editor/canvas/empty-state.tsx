/** The hints on an empty canvas. */

import { Button, Group, Text, Title } from '@mantine/core'
import { IconLayoutGrid, IconMovie } from '@tabler/icons-react'
import { Keys } from '../../../base/commands/keys.tsx'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { navigate } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'
import { useCaps } from '../commands/use-key-hint.ts'
import { useControls } from '../session/actions-context.ts'
import classes from './canvas.module.css'

export function EmptyState() {
  const { files } = useControls()
  const add = useCaps()('add')
  return (
    <div className={classes.empty}>
      <div className={classes.emptyCard}>
        <Title order={2}>{texts.editor.canvas.empty.title}</Title>
        <Text size="sm" c="dimmed" maw={340}>
          {texts.editor.canvas.empty.text}
        </Text>
        <Group gap="xs" mt="md" justify="center">
          <Button size="sm" leftSection={<IconMovie size={16} />} onClick={() => void files.chooseSource()}>
            {texts.editor.canvas.empty.chooseVideo}
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconLayoutGrid size={16} />}
            onClick={() => navigate({ screen: 'home' })}
          >
            {texts.editor.canvas.empty.template}
          </Button>
        </Group>
        {add && (
          <Text size="xs" c="dimmed" mt="md">
            {texts.editor.canvas.empty.doubleClick} <Keys keys={add} /> {texts.editor.canvas.empty.anyBlock}
          </Text>
        )}
        <GuideLink page="first-workflow" section="build-a-workflow" />
      </div>
    </div>
  )
}
