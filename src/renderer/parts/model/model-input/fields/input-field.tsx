/** One option: its name, its origin, a reset, the control, and its problem or hint. */
import { ActionIcon, Input, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ConversionField, Origin } from '../../../../../shared/domain/conversion.ts'
import { texts } from '../../../../texts/texts.ts'
import { OriginMark } from '../input-facts.tsx'
import classes from '../model-input.module.css'

const words = texts.modelInput

export interface FieldState {
  field: ConversionField
  /** Null while a value that was reset is not known yet. */
  origin: Origin | null
  problem: string | null
  disabled: boolean
  /** Removes the option. */
  onReset(): void
}

interface InputFieldProps extends FieldState {
  hint?: string | undefined
  children(control: { id: string; describedBy: string }): ReactNode
}

export function InputField({ field, origin, problem, disabled, onReset, hint, children }: InputFieldProps) {
  const id = `model-input-${field}`
  const describedBy = `${id}-hint`
  return (
    <div className={classes.field} data-field={field} data-changed={origin === 'option' || undefined}>
      <div className={classes.fieldHead}>
        <Input.Label htmlFor={id} id={`${id}-label`} size="xs" fw={600}>
          {words.fields[field]}
        </Input.Label>
        {origin && <OriginMark origin={origin} />}
        {origin === 'option' && !disabled && (
          <Tooltip label={words.resetHint}>
            <ActionIcon size={20} aria-label={words.reset(words.fields[field])} onClick={onReset}>
              <IconArrowBackUp size={13} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {children({ id, describedBy })}
      <p id={describedBy} role={problem === null ? undefined : 'alert'} data-problem={problem !== null || undefined}>
        {problem ?? hint ?? words.hints[field]}
      </p>
    </div>
  )
}
