import { Group, Slider } from '@mantine/core'
import { uiOf } from '../../../../../shared/blocks/block.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { texts } from '../../../../texts/texts.ts'
import { NumberField } from './number-field.tsx'

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

export function NumberControl({ id, schema, value, onChange, error }: ControlProps) {
  const { step } = uiOf(schema as Record<string, unknown>)
  return (
    <NumberField
      id={id}
      value={numberOf(value)}
      onCommit={onChange}
      step={step ?? 1}
      allowDecimal={schema.type !== 'integer'}
      placeholder={schema.default === undefined ? texts.blocks.numberControl.notSet : undefined}
      error={error !== null}
    />
  )
}

export function SliderControl({ id, schema, value, onChange, error }: ControlProps) {
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
        value={numberOf(value) ?? 0}
        onChange={(v) => onChange(Number(v.toFixed(4)))}
      />
      <NumberField
        id={id}
        w={76}
        step={step}
        decimalScale={3}
        value={numberOf(value)}
        onCommit={onChange}
        error={error !== null}
      />
    </Group>
  )
}
