/** A number of the settings, which takes effect as it is typed. */
import { NumberInput } from '@mantine/core'

interface NumberFieldProps {
  label: string
  value: number
  min?: number
  max: number
  step?: number
  suffix?: string
  isDecimal?: boolean
  onChange(value: number): void
}

export function NumberField({
  label,
  value,
  min = 0,
  max,
  step = 1,
  suffix,
  isDecimal = false,
  onChange,
}: NumberFieldProps) {
  return (
    <NumberInput
      size="xs"
      label={label}
      value={value}
      min={min}
      max={max}
      step={step}
      suffix={suffix}
      allowDecimal={isDecimal}
      clampBehavior="strict"
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
  )
}
