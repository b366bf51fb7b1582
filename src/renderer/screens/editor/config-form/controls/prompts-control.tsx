/** Edits the prompts of sam3, one per row. */
import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { texts } from '../../../../texts/texts.ts'

interface Prompt {
  name: string
  output_type: 'bbox' | 'polygon'
}

export function PromptsControl({ id, value, onChange }: ControlProps) {
  const prompts = Array.isArray(value) ? (value as Prompt[]) : []
  const change = (i: number, part: Partial<Prompt>) =>
    onChange(prompts.map((p, n) => (n === i ? { ...p, ...part } : p)))
  return (
    <Stack gap={6} id={id}>
      {prompts.map((prompt, i) => (
        // A row has no identity other than its index.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Group key={i} gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            aria-label={texts.blocks.promptsControl.prompt(i + 1)}
            placeholder={texts.blocks.promptsControl.example}
            value={prompt.name}
            onChange={(e) => change(i, { name: e.currentTarget.value })}
          />
          <Select
            size="xs"
            w={96}
            aria-label={texts.blocks.promptsControl.output(i + 1)}
            data={[
              { value: 'bbox', label: texts.blocks.promptsControl.box },
              { value: 'polygon', label: texts.blocks.promptsControl.outline },
            ]}
            value={prompt.output_type ?? 'bbox'}
            allowDeselect={false}
            onChange={(v) => v && change(i, { output_type: v as Prompt['output_type'] })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.blocks.promptsControl.remove(i + 1)}
            onClick={() => onChange(prompts.filter((_, n) => n !== i))}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...prompts, { name: '', output_type: 'bbox' }])}
      >
        {texts.blocks.promptsControl.add}
      </Button>
    </Stack>
  )
}
