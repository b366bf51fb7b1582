/** The inputs of the form that deploys a model. Those of numbers hold text such as “0,” while a person types. */
import { MultiSelect, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type DeploymentComputeOption,
  MAX_CONTAINERS,
  MAX_MIN_CONTAINERS,
} from '../../../../shared/api/deployment-compute.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { formatExactCredits } from '../../../base/format/credits.ts'
import { classNamesOf } from '../../../parts/model/models/model-facts.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './deploy.module.css'
import type { DeployFields, FieldErrors } from './deploy-fields.ts'

const words = texts.deployments.form
const MAX_WINDOW_S = 86_400
const MINUTES_IN_HOUR = 60

interface DeployInputsProps {
  fields: DeployFields
  errors: FieldErrors
  models: readonly Model[]
  options: readonly DeploymentComputeOption[]
  onChange: (part: Partial<DeployFields>) => void
}

export function DeployInputs({ fields, errors, models, options, onChange }: DeployInputsProps) {
  const chosen = models.find(({ id }) => id === fields.modelId)
  const option = options.find(({ key }) => key === fields.computeKey)
  const name = useRef<HTMLInputElement>(null)
  // The dialog was opened before its inputs were there.
  useEffect(() => name.current?.focus(), [])
  const classNames = useMemo(() => (chosen ? [...new Set(classNamesOf(chosen))] : []), [chosen])
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <Select
          label={words.model}
          placeholder={models.length === 0 ? words.noModel : undefined}
          data={models.map(({ id, name }) => ({ value: id, label: name }))}
          value={fields.modelId}
          error={errors.model}
          searchable={models.length > 8}
          allowDeselect={false}
          onChange={(modelId) => onChange({ modelId, classes: [] })}
        />
        <TextInput
          label={words.name}
          placeholder={words.nameHint}
          maxLength={100}
          value={fields.name}
          error={errors.name}
          ref={name}
          onChange={(e) => onChange({ name: e.currentTarget.value })}
        />
        <Select
          label={words.compute}
          description={option && messageText({ message: option.description, text: option.text })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={options.map((option) => ({
            value: option.key,
            label: optionText(option),
            disabled: !option.available,
          }))}
          value={fields.computeKey}
          error={errors.compute}
          allowDeselect={false}
          onChange={(computeKey) => onChange({ computeKey })}
        />
        <WholeInput
          label={words.window}
          description={words.windowHint}
          range={[1, MAX_WINDOW_S]}
          value={fields.window}
          error={errors.window}
          onChange={(window) => onChange({ window })}
        />
        <WholeInput
          label={words.min}
          description={words.minHint}
          range={[0, MAX_MIN_CONTAINERS]}
          value={fields.min}
          error={errors.min}
          onChange={(min) => onChange({ min, max: Math.max(min, fields.max) })}
        />
        <WholeInput
          label={words.max}
          description={words.maxHint}
          range={[1, MAX_CONTAINERS]}
          value={fields.max}
          error={errors.max}
          onChange={(max) => onChange({ max })}
        />
      </SimpleGrid>
      <fieldset className={classes.defaults}>
        <legend>{words.defaults}</legend>
        <p>{words.defaultsHint}</p>
        <SimpleGrid cols={2} spacing="sm">
          <ShareInput
            label={words.confidence}
            placeholder={words.confidenceHint}
            error={errors.confidence}
            onChange={(confidence) => onChange({ confidence })}
          />
          <MultiSelect
            label={words.classes}
            placeholder={fields.classes.length === 0 ? words.classesHint : undefined}
            data={classNames}
            value={fields.classes}
            error={errors.classes}
            searchable
            onChange={(next) => onChange({ classes: next })}
          />
        </SimpleGrid>
      </fieldset>
    </>
  )
}

function optionText({ label, rate_per_min_micro_usd: rate, available }: DeploymentComputeOption): string {
  if (!available) return words.notHere(label)
  return rate === 0 ? label : words.priced(label, formatExactCredits(rate * MINUTES_IN_HOUR))
}

interface WholeProps {
  label: string
  description: string
  range: readonly [min: number, max: number]
  value: number
  error: string | undefined
  onChange: (value: number) => void
}

/** A whole number; an input that is left empty shows the last one again. */
function WholeInput({ label, description, range: [min, max], value, error, onChange }: WholeProps) {
  const [isEmpty, setIsEmpty] = useState(false)
  return (
    <NumberInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={isEmpty ? '' : value}
      error={error}
      onBlur={() => setIsEmpty(false)}
      onChange={(next) => {
        setIsEmpty(typeof next !== 'number')
        if (typeof next === 'number') onChange(next)
      }}
    />
  )
}

interface ShareProps {
  label: string
  placeholder: string
  error: string | undefined
  /** Null for an empty input. */
  onChange: (value: number | null) => void
}

/** A number from 0 to 1, empty at first. */
function ShareInput({ label, placeholder, error, onChange }: ShareProps) {
  const [typed, setTyped] = useState<number | string>('')
  return (
    <NumberInput
      label={label}
      placeholder={placeholder}
      min={0}
      max={1}
      step={0.05}
      decimalScale={3}
      value={typed}
      error={error}
      onChange={(next) => {
        setTyped(next)
        const value = Number.parseFloat(String(next))
        onChange(Number.isNaN(value) ? null : value)
      }}
    />
  )
}
