import { Group, NumberInput, Slider } from '@mantine/core'
import { uiOf } from '../../../shared/blocks/block.ts'
import { texts } from '../../messages/texts.ts'
import type { ControlProps } from '../form-context.ts'

/** Out-of-range numbers are kept and reported, not silently clamped while the user types. */
export function NumberControl({ id, schema, value, onChange, error }: ControlProps) {
  const { step } = uiOf(schema as Record<string, unknown>)
  return (
    <NumberInput
      id={id}
      size="xs"
      value={typeof value === 'number' ? value : ''}
      onChange={(v) => onChange(typeof v === 'number' ? v : undefined)}
      step={step ?? 1}
      allowDecimal={schema.type !== 'integer'}
      clampBehavior="none"
      placeholder={schema.default === undefined ? texts.blocks.numberControl.notSet : undefined}
      error={error !== null}
    />
  )
}

export function SliderControl(props: ControlProps) {
  const { id, schema, value, onChange } = props
  const { step = 0.01 } = uiOf(schema as Record<string, unknown>)
  return (
    <Group gap="sm" wrap="nowrap">
      <Slider
        flex={1}
        size="sm"
        thumbLabel={schema.title ?? ''}
        min={schema.minimum ?? 0}
        max={schema.maximum ?? 1}
        step={step}
        label={null}
        value={typeof value === 'number' ? value : 0}
        onChange={(v) => onChange(Number(v.toFixed(4)))}
      />
      <NumberInput
        id={id}
        size="xs"
        w={76}
        step={step}
        decimalScale={3}
        clampBehavior="none"
        value={typeof value === 'number' ? value : ''}
        onChange={(v) => onChange(typeof v === 'number' ? v : undefined)}
        error={props.error !== null}
      />
    </Group>
  )
}
