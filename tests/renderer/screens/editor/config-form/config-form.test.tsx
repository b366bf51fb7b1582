import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { FormContext } from '../../../../../src/renderer/base/blocks/form-context.ts'
import { ConfigForm } from '../../../../../src/renderer/screens/editor/config-form/config-form.tsx'
import type { BlockKindName } from '../../../../../src/shared/blocks/catalogue.ts'
import { aModel } from '../../../examples.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

interface FormProps {
  kind: BlockKindName
  start: Record<string, unknown>
  seen?: (config: Record<string, unknown>) => void
  context?: Partial<FormContext>
}

function Form({ kind, start, seen, context }: FormProps) {
  const [config, setConfig] = useState(start)
  return (
    <ConfigForm
      kind={kind}
      config={config}
      issues={[]}
      context={{ nodeId: 'n', source: null, classes: [], ...context }}
      onChange={(next) => {
        setConfig(next)
        seen?.(next)
      }}
    />
  )
}

describe('the settings of a block', () => {
  it('marks a changed field, names the default, and restores it', async () => {
    let config: unknown
    renderWith(createFakeHost(), <Form kind="filter" start={{ min_confidence: 0.4 }} seen={(c) => (config = c)} />)
    expect(screen.getByText('1 setting differs from the default')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reset Minimum confidence to its default, 0' }))
    expect(config).toEqual({})
    expect(screen.queryByText(/differs from the default/)).toBeNull()
  })

  it('offers the overlap of a union only where detections of several models meet', () => {
    const label = 'Same object (IoU)'
    const { unmount } = renderWith(createFakeHost(), <Form kind="filter" start={{}} />)
    expect(screen.queryAllByLabelText(label)).toEqual([])
    unmount()
    renderWith(createFakeHost(), <Form kind="filter" start={{}} context={{ unites: true }} />)
    expect(screen.getAllByLabelText(label).length).toBeGreaterThan(0)
  })

  it('offers every kind of source', () => {
    renderWith(createFakeHost(), <Form kind="source" start={{ kind: 'video' }} />)
    const group = screen.getByRole('radiogroup', { name: 'Kind' })
    const kinds = within(group)
      .getAllByRole('radio')
      .map((r) => (r as HTMLInputElement).value)
    expect(kinds).toEqual(['video', 'image', 'dataset', 'export'])
  })

  it('resets all settings at once, but keeps chosen files and drawings', async () => {
    let config: unknown
    const geometries = [
      {
        kind: 'line',
        name: 'Gate',
        points: [
          [0, 0.5],
          [1, 0.5],
        ],
      },
    ]
    const start = { geometries, anchor: 'center', min_settle_ms: 300 }
    renderWith(createFakeHost(), <Form kind="measure" start={start} seen={(c) => (config = c)} />)
    await userEvent.click(screen.getByRole('button', { name: 'Reset all' }))
    expect(config).toEqual({ geometries })
  })

  it('offers the models of every page, and recognises one of the last', async () => {
    const models = Array.from({ length: 130 }, (_, i) => aModel({ id: `id-${i}`, name: `model ${i}` }))
    const form = <Form kind="model" start={{ model_id: 'model 129' }} />
    renderWith(createFakeHost({ models }), form)
    const chosen = await screen.findByTestId('model-card')
    expect(chosen).toBeTruthy()
    await userEvent.click(screen.getByRole('combobox', { name: 'Model' }))
    expect(await screen.findByRole('option', { name: 'model 129', hidden: true })).toBeTruthy()
    expect(screen.queryByText('model 129 (not found)')).toBeNull()
  })

  it('lets each line count its own classes, or all classes when none is selected', async () => {
    const points = [
      [0, 0.5],
      [1, 0.5],
    ]
    const geometries = ['Gate', 'Kerb'].map((name) => ({ kind: 'line', name, points }))
    let config: Record<string, unknown> = {}
    const form = (
      <Form kind="measure" start={{ geometries }} seen={(c) => (config = c)} context={{ classes: ['car', 'bus'] }} />
    )
    renderWith(createFakeHost(), form)
    const classes = screen.getByRole('combobox', { name: 'Classes of Kerb' })
    expect((classes as HTMLInputElement).placeholder).toBe('All classes')
    await userEvent.type(classes, 'bus{Enter}')
    expect(config.geometries).toEqual([geometries[0], { ...geometries[1], classes: ['bus'] }])
    await userEvent.keyboard('{Backspace}')
    expect(config.geometries).toEqual(geometries)
  })

  it('reports a class that no model before the block knows', () => {
    const context = { classes: ['car', 'bus'] }
    renderWith(createFakeHost(), <Form kind="filter" start={{ keep_classes: ['car', 'cat'] }} context={context} />)
    expect(screen.getByText('No model before this block detects “cat”.')).toBeTruthy()
  })

  it('shows the rules of a condition as a sentence, with their combinator', () => {
    const rule = { subject: 'class_count', class_name: 'car', operator: '>=', threshold: 2 }
    renderWith(createFakeHost(), <Form kind="condition" start={{ rules: [rule, rule], combinator: 'any' }} />)
    expect(screen.getByTestId('rules-in-words').textContent).toMatch(/^True while at least 2 “car”.*, or at least 2/)
  })

  it('shows the facts of the chosen model', async () => {
    const model = aModel({ training_config: { input_width: 640, input_height: 384 } })
    const start = { model_id: model.id }
    renderWith(createFakeHost({ models: [model] }), <Form kind="model" start={start} context={{ msPerFrame: 12.34 }} />)
    const card = await screen.findByTestId('model-card')
    for (const fact of ['640 × 384', '12.3 ms per frame on this computer', 'person', 'Object detection']) {
      expect(card.textContent).toContain(fact)
    }
  })

  it('lets a number be emptied and retyped, and commits it once on Enter or blur', async () => {
    const seen: unknown[] = []
    renderWith(createFakeHost(), <Form kind="filter" start={{ min_confidence: 0.4 }} seen={(c) => seen.push(c)} />)
    const field = screen.getByRole('textbox', { name: /^Minimum confidence/ }) as HTMLInputElement
    const user = userEvent.setup()
    await user.clear(field)
    expect(field.value).toBe('')
    await user.type(field, '0.75')
    expect(seen).toEqual([])
    await user.keyboard('{Enter}')
    expect(seen).toEqual([{ min_confidence: 0.75 }])
    await user.clear(field)
    await user.tab()
    expect(seen).toEqual([{ min_confidence: 0.75 }, {}])
    expect(field.value).toBe('0')
  })

  it('discards typed but uncommitted text on Escape', async () => {
    const seen: unknown[] = []
    renderWith(createFakeHost(), <Form kind="filter" start={{ min_confidence: 0.4 }} seen={(c) => seen.push(c)} />)
    const field = screen.getByRole('textbox', { name: /^Minimum confidence/ }) as HTMLInputElement
    const user = userEvent.setup()
    await user.type(field, '7{Escape}')
    expect(field.value).toBe('0.4')
    await user.tab()
    expect(seen).toEqual([])
  })

  it('commits a typed number even when the panel closes before the field loses focus', async () => {
    const seen: unknown[] = []
    const form = <Form kind="filter" start={{}} seen={(c) => seen.push(c)} />
    const { unmount } = renderWith(createFakeHost(), form)
    await userEvent.type(screen.getByRole('textbox', { name: /^Minimum confidence/ }), '.5')
    unmount()
    expect(seen).toEqual([{ min_confidence: 0.5 }])
  })
})
