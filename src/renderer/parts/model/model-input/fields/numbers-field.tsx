/** Numbers in a text field, as they are copied from the code of a toolkit. They take effect while they are typed. */
import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Value } from 'typebox/value'
import { Conversion } from '../../../../../shared/domain/conversion.ts'
import { texts } from '../../../../texts/texts.ts'
import { numbersIn, numbersText } from '../number-list.ts'
import { type FieldState, InputField } from './input-field.tsx'

interface NumbersFieldProps extends FieldState {
  field: 'scale' | 'mean' | 'deviation' | 'crop' | 'bars' | 'input_size'
  /** Null while they are not known. */
  value: readonly number[] | null
  /** Accepted counts of numbers. */
  counts: readonly number[]
  /** Says what the field takes: for another count, and for text that is no number. */
  expected: string
  hint?: string | undefined
  format?: (numbers: readonly number[]) => string
  onChange(numbers: number[]): void
  /** A text that is no value leaves the option as it was; null when the text is a value again. */
  onProblem(problem: string | null): void
}

export function NumbersField(props: NumbersFieldProps) {
  const { value, counts, expected, hint, format = numbersText, onChange, onProblem, ...state } = props
  const text = value ? format(value) : ''
  const [typed, setTyped] = useState<string | null>(null)
  const sent = useRef(text)
  const latest = useRef(onProblem)
  latest.current = onProblem
  // An undo, a preset or a reset replaces what was typed.
  useEffect(() => {
    if (text === sent.current) return
    sent.current = text
    setTyped(null)
    latest.current(null)
  }, [text])

  const problemIn = (numbers: number[] | null): string | null => {
    if (!numbers || !counts.includes(numbers.length)) return expected
    const isOne = state.field === 'scale' || state.field === 'crop'
    return Value.Check(Conversion.properties[state.field], isOne ? numbers[0] : numbers)
      ? null
      : texts.modelInput.outOfRange
  }
  const type = (next: string) => {
    setTyped(next)
    const isEmpty = next.trim() === ''
    const numbers = isEmpty ? null : numbersIn(next)
    const problem = isEmpty ? null : problemIn(numbers)
    onProblem(problem)
    if (problem !== null || !numbers) return
    sent.current = format(numbers)
    onChange(numbers)
  }
  const leave = () => {
    if (state.problem !== null && typed !== null && typed.trim() !== '') return
    if (typed?.trim() === '') state.onReset()
    setTyped(null)
  }
  return (
    <InputField {...state} hint={hint}>
      {({ id, describedBy }) => (
        <TextInput
          id={id}
          size="xs"
          value={typed ?? text}
          placeholder={texts.modelInput.notKnown}
          disabled={state.disabled}
          error={state.problem !== null}
          aria-describedby={describedBy}
          autoComplete="off"
          spellCheck={false}
          onChange={(e) => type(e.currentTarget.value)}
          onBlur={leave}
        />
      )}
    </InputField>
  )
}
