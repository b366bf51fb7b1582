/** The usual values of a toolkit, filled in by its name. */
import { Select } from '@mantine/core'
import type { Conversion } from '../../../../../shared/domain/conversion.ts'
import { MODEL_PRESETS, presetOf } from '../../../../../shared/domain/model-presets.ts'
import { texts } from '../../../../texts/texts.ts'
import { sameOptions } from '../value-text.ts'

const words = texts.modelInput.presets

interface PresetChoiceProps {
  options: Conversion
  disabled: boolean
  onChoose(options: Conversion): void
}

/** A preset is about pixels: what it can't know stays. */
const keptBy = ({ layout, input_size, class_names }: Conversion): Conversion =>
  Object.fromEntries(
    Object.entries({ layout, input_size, class_names }).filter(([, value]) => value !== undefined),
  ) as Conversion

const withPreset = (options: Conversion, preset: Conversion): Conversion => ({ ...preset, ...keptBy(options) })

export function PresetChoice({ options, disabled, onChoose }: PresetChoiceProps) {
  const chosen = MODEL_PRESETS.find(({ conversion }) => sameOptions(withPreset(options, conversion), options))
  return (
    <Select
      size="xs"
      label={words.label}
      placeholder={words.placeholder}
      description={
        chosen && (
          <>
            <span lang="en">{chosen.models}.</span> {words.from(chosen.source)}
          </>
        )
      }
      inputWrapperOrder={['label', 'input', 'description']}
      data={MODEL_PRESETS.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      disabled={disabled}
      searchable
      nothingFoundMessage={words.none}
      allowDeselect={false}
      renderOption={({ option }) => (
        <span lang="en">
          {option.label}
          <small style={{ display: 'block', color: 'var(--sl-dim)' }}>{presetOf(option.value)?.models}</small>
        </span>
      )}
      onChange={(id) => {
        const preset = id === null ? null : presetOf(id)
        if (preset) onChoose(withPreset(options, preset.conversion))
      }}
    />
  )
}
