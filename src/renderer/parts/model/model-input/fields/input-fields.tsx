/** All options of a model as fields. */
import type { Model } from '../../../../../shared/api/models.ts'
import type { Conversion, ConversionField, ConversionInUse } from '../../../../../shared/domain/conversion.ts'
import { texts } from '../../../../texts/texts.ts'
import { classNamesOf } from '../../models/model-facts.ts'
import classes from '../model-input.module.css'
import type { Draft } from '../use-draft.ts'
import { ChoiceField } from './choice-field.tsx'
import { NamesField } from './names-field.tsx'
import { NumbersField } from './numbers-field.tsx'

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
