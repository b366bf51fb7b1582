import { TextInput } from '@mantine/core'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'

/** An empty field means not set. */
export function TextControl({ id, schema, value, onChange, error }: ControlProps) {
  return (
    <TextInput
      id={id}
      size="xs"
      value={typeof value === 'string' ? value : ''}
      maxLength={schema.maxLength ?? 500}
      onChange={(e) => onChange(e.currentTarget.value === '' ? undefined : e.currentTarget.value)}
      error={error !== null}
    />
  )
}
