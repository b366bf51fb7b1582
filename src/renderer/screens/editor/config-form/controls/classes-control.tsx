/** Picks class names from those of the models upstream, or takes typed names where the models don't list any. */
import { ColorSwatch, Group, Pill, Stack, TagsInput, Text } from '@mantine/core'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { useClassColor } from '../../../../base/ui/class-colors.ts'
import { texts } from '../../../../texts/texts.ts'

interface ClassesControlProps extends ControlProps {
  /** Accessible name, when no label on the page names the control. */
  label?: string | undefined
}

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
