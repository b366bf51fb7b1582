import { Select } from '@mantine/core'
import { texts } from '../../../../texts/texts.ts'
import { type FieldState, InputField } from './input-field.tsx'

interface ChoiceFieldProps<T extends string> extends FieldState {
  /** Null while it is not known. */
  value: string | null
  /** Texts by value. */
  choices: Readonly<Record<T, string>>
  hint?: string | undefined
  onChange(value: T): void
}

export function ChoiceField<T extends string>({ value, choices, hint, onChange, ...state }: ChoiceFieldProps<T>) {
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
