/** Edits the colour, label and visibility of each class of the model. */

import { Checkbox, ColorInput, Group, Stack, Text, TextInput } from '@mantine/core'
import { own } from '../../../../../shared/domain/own.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { useClassColor } from '../../../../base/ui/class-colors.ts'
import { texts } from '../../../../texts/texts.ts'

interface DrawSettings {
  color?: string
  hidden?: boolean
  label?: string
}

export function DrawControl({ id, value, onChange, context }: ControlProps) {
  const colorOf = useClassColor()
  const settings = (value ?? {}) as Record<string, DrawSettings>
  const names = [...new Set([...context.classes, ...Object.keys(settings)])]
  if (names.length === 0) {
    return (
      <Text size="xs" c="dimmed" id={id}>
        {texts.blocks.drawControl.noModel}
      </Text>
    )
  }
  const change = (name: string, part: DrawSettings) => {
    const next = Object.fromEntries(
      Object.entries({ ...own(settings, name), ...part }).filter(([, v]) => v !== undefined && v !== false && v !== ''),
    )
    const { [name]: _, ...rest } = settings
    const all = Object.keys(next).length > 0 ? { ...rest, [name]: next } : rest
    onChange(Object.keys(all).length > 0 ? all : undefined)
  }
  return (
    <Stack gap={8} id={id}>
      {names.map((name) => (
        <Stack gap={4} key={name}>
          <Group justify="space-between" gap={6} wrap="nowrap">
            <Text size="xs" fw={500} truncate>
              {name}
            </Text>
            <Checkbox
              size="xs"
              label={texts.blocks.drawControl.show}
              checked={own(settings, name)?.hidden !== true}
              onChange={(e) => change(name, { hidden: !e.currentTarget.checked })}
            />
          </Group>
          <Group gap={6} wrap="nowrap">
            <ColorInput
              size="xs"
              w={116}
              format="hex"
              aria-label={texts.blocks.drawControl.color(name)}
              value={own(settings, name)?.color ?? colorOf(name)}
              onChangeEnd={(color) => change(name, { color })}
            />
            <TextInput
              size="xs"
              flex={1}
              aria-label={texts.blocks.drawControl.label(name)}
              placeholder={name}
              value={own(settings, name)?.label ?? ''}
              onChange={(e) => change(name, { label: e.currentTarget.value })}
            />
          </Group>
        </Stack>
      ))}
    </Stack>
  )
}
