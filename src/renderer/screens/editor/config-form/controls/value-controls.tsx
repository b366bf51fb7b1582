/** The controls of plain values: choices, switches, texts and numbers. */
import {
  Group,
  NumberInput,
  type NumberInputProps,
  SegmentedControl,
  Select,
  Slider,
  Switch,
  TextInput,
} from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { uiOf } from '../../../../../shared/blocks/block.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { texts } from '../../../../texts/texts.ts'

export const worded = (value: string) => value.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase())

/** Picks one of a few options: a segmented control when they fit, otherwise a menu. */
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

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

export function NumberControl({ id, schema, value, onChange, error }: ControlProps) {
  const { step } = uiOf(schema as Record<string, unknown>)
  return (
    <NumberField
      id={id}
      value={numberOf(value)}
      onCommit={onChange}
      step={step ?? 1}
      allowDecimal={schema.type !== 'integer'}
      placeholder={schema.default === undefined ? texts.blocks.numberControl.notSet : undefined}
      error={error !== null}
    />
  )
}

export function SliderControl({ id, schema, value, onChange, error }: ControlProps) {
  const { step = 0.01 } = uiOf(schema as Record<string, unknown>)
  return (
    <Group gap="sm" wrap="nowrap">
      <Slider
        flex={1}
        size="sm"
        thumbLabel={schema.title ?? ''}
        min={schema.minimum ?? 0}
        max={schema.maximum ?? 1}
        step={step}
        label={null}
        value={numberOf(value) ?? 0}
        onChange={(v) => onChange(Number(v.toFixed(4)))}
      />
      <NumberField
        id={id}
        w={76}
        step={step}
        decimalScale={3}
        value={numberOf(value)}
        onCommit={onChange}
        error={error !== null}
      />
    </Group>
  )
}

type Shared = Pick<
  NumberInputProps,
  'id' | 'aria-label' | 'step' | 'allowDecimal' | 'decimalScale' | 'placeholder' | 'error' | 'w' | 'flex'
>

interface NumberFieldProps extends Shared {
  value: number | undefined
  /** Receives undefined when the field is empty. Numbers out of range are kept and reported, not clamped. */
  onCommit(value: number | undefined): void
}

type Draft = number | string

/** A number field that accepts any text while typing and commits on Enter or blur. */
export function NumberField({ value, onCommit, ...input }: NumberFieldProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  /** The draft that undo discarded, kept for redo. */
  const [undone, setUndone] = useState<Draft | null>(null)
  const latest = useRef({ draft, value, onCommit })
  latest.current = { draft, value, onCommit }
  const keep = (next: Draft | null) => {
    latest.current.draft = next
    setDraft(next)
  }
  const commit = () => {
    const typed = latest.current.draft
    keep(null)
    setUndone(null)
    if (typed !== null) commitTyped(typed, latest.current)
  }
  // Commit too when the field unmounts along with its block's panel.
  useEffect(
    () => () => {
      const { draft: typed } = latest.current
      if (typed !== null) commitTyped(typed, latest.current)
    },
    [],
  )

  function onKeyDown(e: KeyboardEvent) {
    const pressed = e.ctrlKey || e.metaKey ? e.key.toLowerCase() : ''
    const wantsUndo = pressed === 'z' && !e.shiftKey && draft !== null
    const wantsRedo = ((pressed === 'z' && e.shiftKey) || pressed === 'y') && undone !== null
    if (e.key === 'Enter') commit()
    else if ((e.key === 'Escape' && draft !== null) || wantsUndo) {
      e.preventDefault()
      setUndone(draft)
      keep(null)
    } else if (wantsRedo) {
      e.preventDefault()
      keep(undone)
      setUndone(null)
    }
  }

  return (
    <NumberInput
      {...input}
      size="xs"
      clampBehavior="none"
      value={draft ?? value ?? ''}
      onChange={(typed) => {
        setUndone(null)
        keep(typed)
      }}
      // The arrow buttons set a complete number, so it is committed at once.
      onValueChange={(_, { source }: { source: string }) => {
        if (source === 'increment' || source === 'decrement') commit()
      }}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

function commitTyped(typed: Draft, { value, onCommit }: Pick<NumberFieldProps, 'value' | 'onCommit'>): void {
  const number = typed === '' ? undefined : Number.parseFloat(String(typed))
  if (!Number.isNaN(number) && number !== value) onCommit(number)
}
