/** Class names: picked from what the models upstream know, or typed where they don't say. */
import { ColorSwatch, Group, TagsInput, Text } from '@mantine/core'
import { classColor } from '../../../shared/domain/class-color.ts'
import type { ControlProps } from '../form-context.ts'

export function ClassesControl({ id, value, onChange, error, context }: ControlProps) {
  const names = Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : []
  return (
    <TagsInput
      id={id}
      size="xs"
      data={[...context.classes]}
      value={names}
      onChange={(v) => onChange(v.length > 0 ? v : undefined)}
      placeholder={names.length > 0 ? undefined : context.classes.length > 0 ? 'All classes' : 'Type a class name'}
      error={error !== null}
      clearable
      renderOption={({ option }) => (
        <Group gap={8}>
          <ColorSwatch size={10} color={classColor(option.value)} withShadow={false} />
          <Text size="xs">{option.value}</Text>
        </Group>
      )}
    />
  )
}
