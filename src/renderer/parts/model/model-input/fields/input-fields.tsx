/** All options of a model as fields: choices, numbers and names. */
import { Select, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Value } from 'typebox/value'
import type { Model } from '../../../../../shared/api/models.ts'
import { Conversion, type ConversionField, type ConversionInUse } from '../../../../../shared/domain/conversion.ts'
import { texts } from '../../../../texts/texts.ts'
import { classNamesOf } from '../../models/model-facts.ts'
import classes from '../model-input.module.css'
import type { Draft } from '../use-draft.ts'
import { type FieldState, InputField } from './input-field.tsx'
import { NamesField } from './names-field.tsx'

const words = texts.modelInput
const { nchw, nhwc } = words.layouts
const LAYOUTS = { nchw, nhwc }

interface InputFieldsProps {
  model: Model
  draft: Draft
  /** The values that the draft gives; null while that is not known. */
  inUse: ConversionInUse | null
  problems: Readonly<Partial<Record<ConversionField, string>>>
  onProblem(field: ConversionField, problem: string | null): void
  disabled: boolean
}

export function InputFields({ model, draft, inUse, problems, onProblem, disabled }: InputFieldsProps) {
  const { options, set } = draft
  const stateOf = <F extends ConversionField>(field: F) => ({
    field,
    origin: options[field] === undefined ? originOf(inUse, field) : ('option' as const),
    problem: problems[field] ?? null,
    disabled,
    onReset: () => {
      onProblem(field, null)
      if (options[field] !== undefined) set(field, undefined)
    },
    onProblem: (problem: string | null) => onProblem(field, problem),
  })
  /** The option comes before the value in use, which may be that of an earlier draft. */
  const shownValue = <F extends Exclude<ConversionField, 'class_names'>>(field: F) =>
    options[field] ?? (originOf(inUse, field) === null ? null : (inUse?.[field] ?? null))
  const choice = <F extends 'layout' | 'channels' | 'fit'>(field: F) => ({
    ...stateOf(field),
    value: shownValue(field) as string | null,
    onChange: (value: NonNullable<Conversion[F]>) => {
      onProblem(field, null)
      set(field, value)
    },
  })
  const numbers = <F extends 'mean' | 'deviation' | 'bars' | 'input_size'>(field: F) => ({
    ...stateOf(field),
    value: shownValue(field) as readonly number[] | null,
    onChange: (value: number[]) => set(field, value as Conversion[F]),
  })
  const number = <F extends 'scale' | 'crop'>(field: F) => {
    const value = shownValue(field) as number | null
    return {
      ...stateOf(field),
      value: value === null ? null : [value],
      onChange: ([next]: number[]) => set(field, next as Conversion[F]),
      counts: [1],
      expected: words.oneNumber,
    }
  }
  const three = { counts: [1, 3], expected: words.numbers }
  const fit = shownValue('fit')
  /** What the file fixes is shown, and can't be chosen. */
  const fixed = (field: 'layout' | 'input_size') =>
    options[field] === undefined && originOf(inUse, field) === 'file'
      ? { disabled: true, hint: words.hints.fixed }
      : { disabled }
  return (
    <div className={classes.fields}>
      <ChoiceField
        {...choice('layout')}
        {...fixed('layout')}
        choices={inUse?.layout === 'chw' ? words.layouts : LAYOUTS}
      />
      <ChoiceField {...choice('channels')} choices={words.channels} />
      <NumbersField {...number('scale')} />
      <NumbersField {...numbers('mean')} {...three} />
      <NumbersField {...numbers('deviation')} {...three} />
      <ChoiceField {...choice('fit')} choices={words.fits} />
      {fit === 'center_crop' && <NumbersField {...number('crop')} />}
      {(fit === 'letterbox' || fit === 'letterbox_top_left') && <NumbersField {...numbers('bars')} {...three} />}
      <NumbersField
        {...numbers('input_size')}
        {...fixed('input_size')}
        counts={[2]}
        expected={words.sides}
        format={(sides) => sides.join(' × ')}
      />
      <NamesField
        {...stateOf('class_names')}
        names={options.class_names ?? classNamesOf(model)}
        classCount={classNamesOf(model).length}
        onChange={(names) => set('class_names', names)}
      />
    </div>
  )
}

/** Null while it is not known: the values in use then have another option of this field. */
function originOf(inUse: ConversionInUse | null, field: ConversionField) {
  const origin = inUse?.origins[field] ?? null
  return origin === 'option' ? null : origin
}

interface ChoiceFieldProps<T extends string> extends FieldState {
  /** Null while it is not known. */
  value: string | null
  /** Texts by value. */
  choices: Readonly<Record<T, string>>
  hint?: string | undefined
  onChange(value: T): void
}

function ChoiceField<T extends string>({ value, choices, hint, onChange, ...state }: ChoiceFieldProps<T>) {
  const data = Object.entries<string>(choices).map(([choice, label]) => ({ value: choice, label }))
  return (
    <InputField {...state} hint={hint}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          size="xs"
          data={data}
          value={value}
          placeholder={texts.modelInput.notKnown}
          disabled={state.disabled}
          error={state.problem !== null}
          aria-describedby={describedBy}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && onChange(chosen as T)}
        />
      )}
    </InputField>
  )
}

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

/** Numbers in a text field, as they are copied from the code of a toolkit. They take effect while they are typed. */
function NumbersField(props: NumbersFieldProps) {
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

/** Numbers as people type and paste them: separated by commas or spaces, in any brackets. */

/** Null for anything else. `0,5 0,25` has commas as decimal signs; `0.5,0.25` has them between numbers. */
export function numbersIn(text: string): number[] | null {
  const words = text
    .replaceAll(/[[\](){}]/g, ' ')
    .split(/[\s;×]+|,(?=\s|$)|(?<=\d)x(?=\d)/)
    .flatMap((word) => (/^-?\d+,\d+$/.test(word) ? [word.replace(',', '.')] : word.split(',')))
    .filter((word) => word !== '')
  const numbers = words.map(Number)
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : null
}

/** Numbers as the code of most toolkits writes them: `0.485, 0.456, 0.406`; equal ones once. */
export const numbersText = (values: readonly number[]): string =>
  (values.every((value) => value === values[0]) ? values.slice(0, 1) : values).map(String).join(', ')
