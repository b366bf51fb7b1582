/** The settings of changed copies, and those of tiles. */
import { SegmentedControl, Switch } from '@mantine/core'
import { NumberField } from '../../../base/ui/number-field.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './derive.module.css'
import type { AugmentChoice, NumberOf, TileChoice } from './derive-choice.ts'

const words = texts.data.derive

interface FieldsProps<Choice> {
  value: Choice
  onChange(part: Partial<Choice>): void
}

const CHANGES: readonly { name: NumberOf<AugmentChoice>; max: number; suffix?: string; isDecimal?: boolean }[] = [
  { name: 'flipHorizontal', max: 100, suffix: ' %' },
  { name: 'flipVertical', max: 100, suffix: ' %' },
  { name: 'rotate', max: 180, suffix: '°' },
  { name: 'scale', max: 75, suffix: ' %' },
  { name: 'brightness', max: 100, suffix: ' %' },
  { name: 'contrast', max: 100, suffix: ' %' },
  { name: 'saturation', max: 100, suffix: ' %' },
  { name: 'grayscale', max: 100, suffix: ' %' },
  { name: 'blur', max: 20, suffix: ' px', isDecimal: true },
  { name: 'noise', max: 100 },
  { name: 'cutouts', max: 8 },
]

export function AugmentFields({ value, onChange }: FieldsProps<AugmentChoice>) {
  return (
    <div className={classes.fields}>
      <NumberField
        label={words.copies}
        value={value.copies}
        min={1}
        max={20}
        onChange={(copies) => onChange({ copies })}
      />
      <Switch
        className={classes.switch}
        label={words.originals}
        checked={value.hasOriginals}
        onChange={(event) => onChange({ hasOriginals: event.currentTarget.checked })}
      />
      {CHANGES.map(({ name, ...field }) => (
        <NumberField
          key={name}
          label={words.changes[name as keyof typeof words.changes]}
          value={value[name]}
          {...field}
          onChange={(next) => onChange({ [name]: next })}
        />
      ))}
    </div>
  )
}

export function TileFields({ value, onChange }: FieldsProps<TileChoice>) {
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={words.tileBy}
        data={[
          { value: 'grid', label: words.byGrid },
          { value: 'size', label: words.bySize },
        ]}
        value={value.by}
        onChange={(by) => onChange({ by: by === 'size' ? 'size' : 'grid' })}
      />
      <div className={classes.fields}>
        {value.by === 'grid' ? (
          <>
            <NumberField
              label={words.rows}
              value={value.rows}
              min={1}
              max={32}
              onChange={(rows) => onChange({ rows })}
            />
            <NumberField
              label={words.columns}
              value={value.columns}
              min={1}
              max={32}
              onChange={(columns) => onChange({ columns })}
            />
          </>
        ) : (
          <NumberField
            label={words.size}
            value={value.size}
            min={64}
            max={8192}
            step={64}
            suffix=" px"
            onChange={(size) => onChange({ size })}
          />
        )}
        <NumberField
          label={words.overlap}
          value={value.overlap}
          max={90}
          step={5}
          suffix=" %"
          onChange={(overlap) => onChange({ overlap })}
        />
      </div>
    </>
  )
}
