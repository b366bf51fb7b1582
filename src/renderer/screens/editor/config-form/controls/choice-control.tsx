/** Picks one of a few options: a segmented control when they fit, otherwise a menu. */
import { SegmentedControl, Select } from '@mantine/core'
import { uiOf } from '../../../../../shared/blocks/block.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'

const worded = (value: string) => value.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase())

export function ChoiceControl({ id, schema, value, onChange, error }: ControlProps) {
  const { labels = {} } = uiOf(schema as Record<string, unknown>)
  const options = (schema.enum ?? []).map(String).map((v) => ({ value: v, label: labels[v] ?? worded(v) }))
  const letters = options.reduce((n, o) => n + o.label.length, 0)
  if (options.length <= 4 && letters <= 26) {
    return (
      <SegmentedControl
        id={id}
        aria-labelledby={`${id}-label`}
        fullWidth
        size="xs"
        data={options}
        value={String(value ?? '')}
        onChange={onChange}
      />
    )
  }
  return (
    <Select
      id={id}
      size="xs"
      data={options}
      value={value === undefined ? null : String(value)}
      onChange={(v) => v !== null && onChange(v)}
      allowDeselect={false}
      error={error !== null}
    />
  )
}
