import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Labelled } from '../../../../../src/renderer/screens/data/labelling/document/document.ts'
import { LabellingStage } from '../../../../../src/renderer/screens/data/labelling/stage/stage.ts'
import { box, IMAGE, idOf } from './shapes.ts'

/** Calls of each layer's context, from the image at the bottom to the crosshair. */
let layers: string[][] = []
let frames: FrameRequestCallback[] = []

function recordingContext(calls: string[]) {
  return new Proxy({} as Record<string, unknown>, {
    get: (values, name: string) =>
      name in values ? values[name] : name === 'measureText' ? () => ({ width: 20 }) : () => void calls.push(name),
    set: (values, name: string, value) => {
      values[name] = value
      return true
    },
  })
}

/** Runs the frames that were requested; returns the number of shapes that each layer drew. */
function drawn(): number[] {
  for (const calls of layers) calls.length = 0
  for (const frame of frames.splice(0)) frame(0)
  return layers.map((calls) => calls.filter((name) => name === 'rect').length)
}

beforeEach(() => {
  layers = []
  frames = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => {
    const calls: string[] = []
    layers.push(calls)
    return recordingContext(calls)
  }) as never)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(IMAGE.width + 32)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(IMAGE.height + 32)
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

function open(annotations: Labelled[]) {
  const element = document.createElement('div')
  document.body.append(element)
  const stage = new LabellingStage({
    image: { ...IMAGE, url: 'image.png' },
    classes: [{ name: 'car', type: 'bbox', color: '#4c9be8' }],
    annotations,
    readOnly: false,
    onOperations: () => {},
    outliner: null,
    labelOf: ({ name }) => name,
  })
  const close = stage.attach(element)
  const send = (type: string, x: number, y: number) =>
    element.dispatchEvent(new PointerEvent(type, { clientX: x + 16, clientY: y + 16, button: 0, pointerId: 1 }))
  return { stage, element, send, close }
}

const row = Array.from({ length: 12 }, (_, n) => box(n, 30 * n, 10, 20, 20))

describe('the layers of the canvas', () => {
  it('draw all shapes once, and none of them again while the pointer moves', () => {
    const { send, close } = open(row)
    expect(drawn()[1]).toBe(12)
    send('pointermove', 200, 200)
    send('pointermove', 210, 210)
    expect(drawn()).toEqual([0, 0, 0, 0])
    close()
  })

  it('draw only the dragged shape during a drag, after its place was cleared once', () => {
    const { stage, send, close } = open([...row, box(12, 200, 200, 40, 40)])
    drawn()
    send('pointermove', 220, 220)
    send('pointerdown', 220, 220)
    drawn()
    send('pointermove', 230, 230)
    // The clip of the place that the shape had is a rectangle too.
    expect(drawn()[1]).toBe(1)
    send('pointermove', 240, 240)
    const [image, resting, active] = drawn()
    expect([image, resting]).toEqual([0, 0])
    // The shape and its eight handles.
    expect(active).toBe(9)
    send('pointerup', 240, 240)
    expect(stage.document.get(idOf(12))?.bounding_box).toEqual({ x: 220, y: 220, w: 40, h: 40 })
    close()
  })

  it('draw the selected shapes alone while the others are hidden', () => {
    const { stage, close } = open(row)
    stage.document.select([idOf(3)])
    stage.setHidesOthers(true)
    expect(drawn()[1]).toBe(1)
    stage.document.select([idOf(3), idOf(4)])
    expect(drawn()[1]).toBe(2)
    stage.setHidesOthers(false)
    expect(drawn()[1]).toBe(12)
    stage.document.hide([idOf(0)], true)
    expect(drawn()[1]).toBe(11)
    close()
  })

  it('move the old bitmap of many shapes first when the view changes, and draw them again at rest', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const many = Array.from({ length: 300 }, (_, n) => box(n, n % 300, 10, 20, 20))
    const { stage, element, close } = open(many)
    expect(drawn()[1]).toBe(300)
    stage.zoomBy(1)
    expect(drawn()[1]).toBe(0)
    expect(element.querySelectorAll('canvas')[1]?.style.transform).toContain('matrix(1.4')
    vi.runAllTimers()
    expect(drawn()[1]).toBeGreaterThan(200)
    expect(element.querySelectorAll('canvas')[1]?.style.transform).toBe('')
    vi.useRealTimers()
    close()
  })

  it('go with the stage', () => {
    const { element, close } = open(row)
    expect(element.querySelectorAll('canvas')).toHaveLength(4)
    close()
    expect(element.children).toHaveLength(0)
  })
})
