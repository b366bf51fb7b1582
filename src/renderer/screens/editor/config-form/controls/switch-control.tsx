import { Switch } from '@mantine/core'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'

export function SwitchControl({ id, schema, value, onChange }: ControlProps) {
  return (
    <Switch
      id={id}
      size="sm"
      label={schema.title}
      description={schema.description}
      checked={value === true}
      onChange={(e) => onChange(e.currentTarget.checked)}
    />
  )
}
