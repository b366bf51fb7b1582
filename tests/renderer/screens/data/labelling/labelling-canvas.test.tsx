import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SettingsProvider } from '../../../../../src/renderer/base/settings/settings-context.tsx'
import type { ImageActions } from '../../../../../src/renderer/screens/data/labelling/commands/command.ts'
import { LABELLING_COMMANDS } from '../../../../../src/renderer/screens/data/labelling/commands/command-list.ts'
import {
  type LabelClass,
  type Labelled,
  LabellingDocument,
  type Operation,
} from '../../../../../src/renderer/screens/data/labelling/document/document.ts'
import { LabellingCanvas } from '../../../../../src/renderer/screens/data/labelling/labelling-canvas.tsx'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'
import { box, IMAGE, polygon, rectangle } from './shapes.ts'

/** The stage shows the image at a scale of 1, with this margin. */
const MARGIN = 16

const CLASSES: LabelClass[] = [
  { name: 'car', type: 'bbox', color: '#4c9be8' },
  { name: 'bus', type: 'bbox', color: '#b38b39' },
  { name: 'road', type: 'polygon', color: '#f69b97' },
]

beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(IMAGE.width + 2 * MARGIN)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(IMAGE.height + 2 * MARGIN)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
})
afterAll(() => void vi.restoreAllMocks())

interface Options {
  annotations?: Labelled[]
  classes?: LabelClass[]
  readOnly?: boolean
  actions?: ImageActions
  around?: (canvas: ReactNode) => ReactNode
}

interface ScreenProps extends Omit<Options, 'around'> {
  annotations: Labelled[]
  /** Returns the annotations after the operations, as a server has them. */
  save(operations: Operation[]): Labelled[]
}

function Screen({ annotations, classes = CLASSES, save, ...more }: ScreenProps) {
  const [shown, setShown] = useState(annotations)
  return (
    <LabellingCanvas
      image={{ ...IMAGE, url: 'image.png', name: 'image.png' }}
      classes={classes}
      annotations={shown}
      onOperations={(operations) => setShown(save(operations))}
      {...more}
    />
  )
}

function open({ annotations = [], around = (canvas) => canvas, ...more }: Options = {}) {
  const emitted: Operation[] = []
  const server = new LabellingDocument(annotations)
  const save = (operations: Operation[]) => {
    emitted.push(...operations)
    server.gesture(operations)
    return [...server.ordered]
  }
  const host = createFakeHost()
  renderWith(host, around(<Screen annotations={annotations} save={save} {...more} />))
  return { emitted, server, host }
}

const surface = () => screen.getByTestId('labelling-surface')
const at = (x: number, y: number, more = {}) => ({
  clientX: x + MARGIN,
  clientY: y + MARGIN,
  pointerId: 1,
  button: 0,
  ...more,
})
function drag(from: [number, number], to: [number, number]) {
  fireEvent.pointerMove(surface(), at(...from))
  fireEvent.pointerDown(surface(), at(...from))
  fireEvent.pointerMove(surface(), at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2))
  fireEvent.pointerMove(surface(), at(...to))
  fireEvent.pointerUp(surface(), at(...to))
}
function click(x: number, y: number, more = {}) {
  fireEvent.pointerMove(surface(), at(x, y, more))
  fireEvent.pointerDown(surface(), at(x, y, more))
  fireEvent.pointerUp(surface(), at(x, y, more))
}
const press = (key: string, more = {}) => fireEvent.keyDown(surface(), { key, ...more })
const said = () => screen.getAllByRole('status').map((status) => status.textContent)
const tool = (name: string) => screen.getByRole('button', { name })
const isOn = (name: string) => tool(name).getAttribute('aria-pressed')

describe('drawing', () => {
  it('keeps tool and class for the next box, and emits each as a creation', () => {
    const { emitted } = open()
    press('b')
    press('2')
    drag([10, 10], [60, 50])
    drag([100, 100], [150, 160])
    expect(emitted).toMatchObject([
      { action: 'create', fields: { name: 'bus', bounding_box: { x: 10, y: 10, w: 50, h: 40 } } },
      { action: 'create', fields: { name: 'bus', bounding_box: { x: 100, y: 100, w: 50, h: 60 } } },
    ])
    expect(isOn('Box')).toBe('true')
    press('Escape')
    expect([isOn('Box'), isOn('Select')]).toEqual(['false', 'true'])
    press('n')
    expect(isOn('Box')).toBe('true')
  })

  it('draws a polygon with the class’s own tool, and takes vertices back with Backspace', () => {
    const { emitted } = open()
    press('b')
    press('3')
    expect(isOn('Polygon')).toBe('true')
    click(10, 10)
    click(90, 10)
    click(90, 90)
    click(200, 200)
    press('Backspace')
    press('Enter')
    expect(emitted).toMatchObject([
      { fields: { name: 'road', polygon: { paths: [[{ x: 10 }, { x: 90 }, { x: 90 }]] } } },
    ])
  })

  it('is refused with a reason while no class has the type', () => {
    open()
    press('k')
    expect(said()).toContain('No class has this type. Add one to the data set first.')
    expect(isOn('Keypoint')).toBe('false')
    expect(tool('Keypoint').getAttribute('aria-disabled')).toBe('true')
  })

  it('works by keys alone: arrows move the crosshair, the space bar clicks', () => {
    const { emitted } = open()
    press('b')
    press('ArrowLeft')
    expect(said()).toContain('Crosshair at 196, 150')
    press(' ')
    press('ArrowRight', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    press(' ')
    expect(emitted).toMatchObject([{ fields: { bounding_box: { x: 196, y: 150, w: 40, h: 40 } } }])
  })

  it('chooses a class by typing, and gives the focus back to the canvas', async () => {
    const { emitted } = open({ annotations: [box(0, 10, 10, 50, 50)] })
    click(30, 30)
    press('/')
    await userEvent.keyboard('bu{Enter}')
    expect(emitted).toMatchObject([{ action: 'update', fields: { name: 'bus' } }])
    expect(document.activeElement).toBe(surface())
  })
})

describe('the selection', () => {
  it('is announced with its class, type, place and number', () => {
    open({ annotations: [box(0, 10, 10, 50, 40), box(1, 100, 100, 50, 50)] })
    expect(surface().getAttribute('aria-label')).toBe('Annotations of image.png')
    press('Tab')
    expect(said()).toContain('car, box, 1 of 2, 50 by 40 pixels at 10, 10')
    press('Tab')
    expect(said()).toContain('car, box, 2 of 2, 50 by 50 pixels at 100, 100')
    press('a', { ctrlKey: true })
    expect(said()).toContain('2 annotations selected')
  })

  it('does not trap the focus: Tab leaves after the last annotation, and after Escape', () => {
    open({ annotations: [box(0, 10, 10, 50, 40)] })
    expect(press('Tab')).toBe(false)
    expect(press('Tab')).toBe(true)
    press('Escape')
    press('Escape')
    expect(press('Tab')).toBe(true)
    expect(press('Tab')).toBe(false)
  })

  it('gets a class of its type by number, and none of another type', () => {
    const { emitted } = open({ annotations: [box(0, 10, 10, 50, 40)] })
    press('Tab')
    press('3')
    expect(said()).toContain('This class is for annotations of another type.')
    press('2')
    expect(emitted).toMatchObject([{ action: 'update', fields: { name: 'bus' } }])
  })

  it('moves by arrow keys as one step that Ctrl+Z reverts', () => {
    const { server } = open({ annotations: [box(0, 10, 10, 50, 40)] })
    press('Tab')
    press('ArrowRight')
    press('ArrowRight')
    press('ArrowDown', { shiftKey: true })
    expect(server.ordered[0]?.bounding_box).toEqual({ x: 12, y: 20, w: 50, h: 40 })
    press('z', { ctrlKey: true })
    expect(server.ordered[0]?.bounding_box).toEqual({ x: 10, y: 10, w: 50, h: 40 })
    press('y', { ctrlKey: true })
    expect(server.ordered[0]?.bounding_box).toMatchObject({ x: 12 })
  })

  it('is changed by numbers, within the image', async () => {
    const { server } = open({ annotations: [box(0, 10, 10, 50, 40)] })
    press('Tab')
    const width = screen.getByRole('textbox', { name: 'Width' })
    await userEvent.clear(width)
    await userEvent.type(width, '9999{Enter}')
    expect(server.ordered[0]?.bounding_box).toEqual({ x: 10, y: 10, w: 390, h: 40 })
  })

  it('is deleted by key and restored', () => {
    const { server } = open({ annotations: [box(0, 10, 10, 50, 40)] })
    press('Tab')
    press('Delete')
    expect(server.ordered).toEqual([])
    press('z', { ctrlKey: true })
    expect(server.ordered).toHaveLength(1)
  })
})

describe('proposals', () => {
  const proposed = [0.9, 0.6, 0.2].map((confidence, n) =>
    box(n, 10 + 80 * n, 10, 50, 40, { review: 'pending', confidence }),
  )

  it('are accepted and rejected by key, one after the other', () => {
    const { emitted } = open({ annotations: proposed })
    expect(screen.getByText('3 proposals to review')).toBeTruthy()
    press('Tab')
    press(' ')
    press('u')
    expect(emitted.map((o) => o.action === 'update' && o.fields.review)).toEqual(['accepted', 'rejected'])
    expect(screen.getByText('1 proposal to review')).toBeTruthy()
  })

  it('are accepted together from the threshold on, as one step', () => {
    const { server } = open({ annotations: proposed })
    press('w')
    expect(server.ordered.map((a) => a.review)).toEqual(['accepted', 'accepted', 'pending'])
    press('z', { ctrlKey: true })
    expect(server.ordered.map((a) => a.review)).toEqual(['pending', 'pending', 'pending'])
  })
})

describe('the lists', () => {
  it('count the annotations of each class', () => {
    open({ annotations: [box(0, 10, 10, 50, 40), box(1, 90, 10, 50, 40), polygon(2, [rectangle(10, 100, 50, 50)])] })
    const counts = within(screen.getByRole('region', { name: 'Classes' })).getAllByRole('button')
    expect(counts.map((b) => b.textContent)).toEqual(['car22 annotations1', 'bus00 annotations2', 'road11 annotation3'])
  })

  it('hide and lock an annotation, which the pointer then leaves alone', async () => {
    const { emitted } = open({ annotations: [box(0, 10, 10, 50, 40)] })
    await userEvent.click(screen.getByRole('button', { name: 'Lock car 1' }))
    drag([30, 30], [90, 90])
    expect(emitted).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Unlock car 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Hide car 1' }))
    drag([30, 30], [90, 90])
    expect(emitted).toEqual([])
  })
})

describe('keys', () => {
  it('call the actions of the screen, and keep their usual effect without one', () => {
    const next = vi.fn()
    open({ actions: { next } })
    expect(press('d')).toBe(false)
    expect(next).toHaveBeenCalledOnce()
    expect(press('a')).toBe(true)
  })

  it('are left to fields and buttons', async () => {
    const { emitted } = open({ annotations: [box(0, 10, 10, 50, 40)] })
    press('Tab')
    await userEvent.type(screen.getByRole('textbox', { name: 'Search classes' }), 'b')
    expect(isOn('Box')).toBe('false')
    tool('Polygon').focus()
    await userEvent.keyboard(' ')
    expect(isOn('Polygon')).toBe('true')
    await userEvent.keyboard('{Backspace}')
    expect(emitted).toEqual([])
  })

  it('follow the user’s settings', async () => {
    const { host } = open({ around: (canvas) => <SettingsProvider>{canvas}</SettingsProvider> })
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Change the keys of Box: B' }))
    await userEvent.keyboard('j')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    press('b')
    expect(isOn('Box')).toBe('false')
    press('j')
    expect(isOn('Box')).toBe('true')
    expect((await host.studio.getSettings({})).shortcuts).toEqual({ 'label-tool-box': ['J'] })
  })

  it('are bound only once', () => {
    const all = LABELLING_COMMANDS.flatMap((c) => c.keys)
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(LABELLING_COMMANDS.map((c) => c.id)).size).toBe(LABELLING_COMMANDS.length)
  })
})

describe('a canvas for viewing', () => {
  it('selects, but changes nothing', () => {
    const { emitted } = open({ annotations: [box(0, 10, 10, 50, 40, { review: 'pending' })], readOnly: true })
    drag([30, 30], [90, 90])
    expect(said()).toContain('car, box, 1 of 1, 50 by 40 pixels at 10, 10, proposed')
    for (const key of ['b', 'Delete', '2', ' ', 'u', 'w', 'ArrowLeft', ']']) press(key)
    drag([200, 200], [250, 250])
    press('z', { ctrlKey: true })
    expect(emitted).toEqual([])
    expect(screen.getByText('You can view these annotations, but not change them.')).toBeTruthy()
  })
})
