/** Shows the file of a source block (name and frame size) with a button to choose another. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { formatDuration, formatRate } from '../../../../base/format/format.ts'
import { texts } from '../../../../texts/texts.ts'

export function SourceControl({ id, value, context, siblings }: ControlProps) {
  const { source, chooseSource } = context
  const fileName = typeof value === 'string' ? decodeURIComponent(value.split('/').at(-1) ?? value) : null
  const facts = source?.video
    ? texts.blocks.sourceControl.facts(
        `${source.video.width} × ${source.video.height}`,
        formatDuration(source.video.duration_seconds),
        formatRate(source.video.native_fps),
      )
    : null
  return (
    <Stack gap={6}>
      {fileName && (
        <Group gap={8} wrap="nowrap">
          <IconMovie size={16} aria-hidden />
          <Text size="sm" truncate title={typeof value === 'string' ? value : undefined}>
            {source?.name ?? fileName}
          </Text>
        </Group>
      )}
      {facts && (
        <Text size="xs" c="dimmed">
          {facts}
        </Text>
      )}
      <Button
        id={id}
        size="xs"
        variant={fileName ? 'default' : 'filled'}
        aria-labelledby={`${id}-label ${id}`}
        onClick={() => chooseSource?.()}
        disabled={!chooseSource}
      >
        {fileName
          ? texts.blocks.sourceControl.another
          : texts.blocks.sourceControl[siblings?.('kind') === 'image' ? 'image' : 'video']}
      </Button>
    </Stack>
  )
}
