/** Picks the classes of a block, by name or by prompt. */
import { ActionIcon, Button, ColorSwatch, Group, Pill, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { useClassColor } from '../../../../base/ui/class-colors.ts'
import { texts } from '../../../../texts/texts.ts'

interface ClassesControlProps extends ControlProps {
  /** Accessible name, when no label on the page names the control. */
  label?: string | undefined
}

/** Picks class names from those of the models upstream, or takes typed names where the models don't list any. */
export function ClassesControl({ id, value, onChange, error, context, label }: ClassesControlProps) {
  const colorOf = useClassColor()
  const names = Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : []
  const strangers = context.classes.length > 0 ? names.filter((name) => !context.classes.includes(name)) : []
  return (
    <Stack gap={4}>
      <TagsInput
        id={id}
        size="xs"
        aria-label={label}
        data={[...context.classes]}
        value={names}
        onChange={(v) => onChange(v.length > 0 ? v : undefined)}
        placeholder={
          names.length > 0
            ? undefined
            : context.classes.length > 0
              ? texts.blocks.classesControl.all
              : texts.blocks.classesControl.type
        }
        error={error !== null}
        clearable
        renderPill={({ option, onRemove, disabled }) => (
          <Pill size="sm" withRemoveButton onRemove={onRemove} disabled={disabled ?? false}>
            <span style={{ color: colorOf(String(option?.value)) }} aria-hidden="true">
              ■{' '}
            </span>
            {option?.label}
          </Pill>
        )}
        renderOption={({ option }) => (
          <Group gap={8}>
            <ColorSwatch size={10} color={colorOf(option.value)} withShadow={false} />
            <Text size="xs">{option.value}</Text>
          </Group>
        )}
      />
      {strangers.length > 0 && (
        <Text size="xs" c="var(--sl-warn)">
          {texts.blocks.classesControl.unknown(strangers.map(texts.blocks.classesControl.quoted).join(', '))}
        </Text>
      )}
    </Stack>
  )
}

interface Prompt {
  name: string
  output_type: 'bbox' | 'polygon'
}

/** Edits the prompts of sam3, one per row. */
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
