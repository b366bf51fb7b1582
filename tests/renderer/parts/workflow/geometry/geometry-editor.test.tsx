import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { FormContext } from '../../../../../src/renderer/base/blocks/form-context.ts'
import { GeometryEditor } from '../../../../../src/renderer/parts/workflow/geometry/geometry-editor.tsx'
import type { Geometry } from '../../../../../src/shared/blocks/measure.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const gate: Geometry = {
  kind: 'line',
  name: 'Gate',
  points: [
    [0.2, 0.5],
    [0.8, 0.5],
  ],
}

interface EditorProps {
  start: Geometry[]
  context: Partial<FormContext>
  only?: Geometry['kind'] | undefined
  seen(v: Geometry[]): void
}

function Editor({ start, context, only, seen }: EditorProps) {
  const [value, setValue] = useState(start)
  return (
    <GeometryEditor
      value={value}
      onChange={(next) => {
        setValue(next)
        seen(next)
      }}
      context={{ nodeId: 'n', source: null, classes: [], ...context }}
      only={only}
      onDone={() => undefined}
    />
  )
}

function open(start: Geometry[], context: Partial<FormContext> = {}, only?: Geometry['kind']) {
  const now = { value: start }
  const seen = (value: Geometry[]) => {
    now.value = value
  }
  renderWith(createFakeHost(), <Editor start={start} context={context} only={only} seen={seen} />)
  return now
}

const stage = () => screen.getByTestId('geometry-stage')
const press = (key: string, more = {}) => fireEvent.keyDown(stage(), { key, ...more })

const tool = (name: string) => screen.getByRole('button', { name })
const isOn = (name: string) => tool(name).getAttribute('aria-pressed') === 'true'

describe('the tools', () => {
  it('are off until the user presses one', async () => {
    const now = open([])
    expect([isOn('Draw a line'), isOn('Draw a zone')]).toEqual([false, false])
    expect(stage().dataset.drawing).toBeUndefined()
    expect(screen.getByText(/^Press “Draw a line” or “Draw a zone”/)).toBeTruthy()
    await userEvent.click(tool('Draw a line'))
    expect([isOn('Draw a line'), isOn('Draw a zone')]).toEqual([true, false])
    expect(stage().dataset.drawing).toBe('true')
    press('Enter')
    expect(now.value).toMatchObject([{ kind: 'line', name: 'Line 1' }])
    expect(isOn('Draw a line')).toBe(false)
  })

  it('start with the only tool active when the dialog was opened to draw its shape', () => {
    open([], {}, 'zone')
    expect(isOn('Draw a zone')).toBe(true)
    expect(stage().dataset.drawing).toBe('true')
  })
})

describe('drawing lines and zones', () => {
  it('moves the shape by arrow keys, further with Shift, and undoes a held key as one step', async () => {
    const now = open([gate])
    press('ArrowDown')
    press('ArrowDown')
    press('ArrowDown', { shiftKey: true })
    expect(now.value[0]?.points).toEqual([
      [0.2, 0.522],
      [0.8, 0.522],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Undo drawing' }))
    expect(now.value).toEqual([gate])
    await userEvent.click(screen.getByRole('button', { name: 'Redo drawing' }))
    expect(now.value[0]?.points[0]).toEqual([0.2, 0.522])
  })

  it('reaches every point by keys: select, move, add, remove', () => {
    const now = open([gate])
    press(']')
    press(']')
    press('ArrowLeft')
    expect(now.value[0]?.points).toEqual([
      [0.2, 0.5],
      [0.799, 0.5],
    ])
    press('[')
    press('Insert')
    expect(now.value[0]?.points).toHaveLength(3)
    press(']')
    press('Delete')
    expect(now.value[0]?.points).toHaveLength(2)
    press('Delete')
    expect(now.value).toEqual([])
  })

  it('undoes the typing of a name in one step, with the undo keys', async () => {
    const now = open([gate])
    const name = screen.getByRole('textbox', { name: 'Name of line 1' })
    await userEvent.type(name, ' 2')
    expect(now.value[0]?.name).toBe('Gate 2')
    fireEvent.keyDown(name, { key: 'z', ctrlKey: true })
    expect(now.value[0]?.name).toBe('Gate')
  })

  it('copies a shape to another measure block', async () => {
    const copied: unknown[] = []
    open([gate], {
      copyTargets: [{ nodeId: 'measure-2', title: 'Second street' }],
      copyGeometry: (nodeId, geometry) => copied.push([nodeId, geometry.name]),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Copy Gate to another block' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Second street' }))
    expect(copied).toEqual([['measure-2', 'Gate']])
  })
})
