/** Inputs of numbers that hold text such as “0,” while a person types. */
import { NumberInput } from '@mantine/core'
import { useState } from 'react'

interface WholeProps {
  label: string
  description: string
  range: readonly [min: number, max: number]
  value: number
  error: string | undefined
  onChange: (value: number) => void
}

/** A whole number; an input that is left empty shows the last one again. */
export function WholeInput({ label, description, range: [min, max], value, error, onChange }: WholeProps) {
  const [isEmpty, setIsEmpty] = useState(false)
  return (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={isEmpty ? '' : value}
      error={error}
      onBlur={() => setIsEmpty(false)}
      onChange={(next) => {
        setIsEmpty(typeof next !== 'number')
        if (typeof next === 'number') onChange(next)
      }}
    />
  )
}

interface ShareProps {
  label: string
  placeholder: string
  error: string | undefined
  /** Null for an empty input. */
  onChange: (value: number | null) => void
}

/** A number from 0 to 1, empty at first. */
export function ShareInput({ label, placeholder, error, onChange }: ShareProps) {
  const [typed, setTyped] = useState<number | string>('')
  return (
    <NumberInput
      label={label}
      placeholder={placeholder}
      min={0}
      max={1}
      step={0.05}
      decimalScale={3}
      value={typed}
      error={error}
      onChange={(next) => {
        setTyped(next)
        const value = Number.parseFloat(String(next))
        onChange(Number.isNaN(value) ? null : value)
      }}
    />
  )
}
