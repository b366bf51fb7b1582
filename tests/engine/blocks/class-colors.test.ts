import { expect, test } from 'vitest'
import { createExecutor } from '../../../src/engine/blocks/executors.ts'
import { InkPot } from '../../../src/engine/draw/ink.ts'
import { defaultColor } from '../../../src/engine/media/color.ts'
import type { I420 } from '../../../src/engine/media/frame.ts'
import type { NodeContext, NodeInput } from '../../../src/engine/nodes/executor.ts'
import { planOf } from '../../../src/engine/nodes/plan.ts'
import { colorOf, sceneOf } from '../../../src/renderer/parts/run/overlay/run-scene.ts'
import { classColor } from '../../../src/shared/domain/class-color.ts'
import { graphOf } from '../support/run.ts'
import { plainFrame } from '../support/test-frames.ts'

/** Two names that would get the same colour. */
const [ONE, OTHER] = (() => {
  const first = 'thing 0'
  for (let i = 1; ; i++) if (classColor(`thing ${i}`) === classColor(first)) return [first, `thing ${i}`]
})() as [string, string]
const NAMES = [ONE, OTHER]

test('classes of one model get different colours, the same as in the Studio’s overlay', async () => {
  const graph = graphOf(
    {
      find: ['model', { model_id: 'm' }],
      draw: ['visualize', { boxes: true, labels: false, trails: false }],
      video: ['sink', { kind: 'annotated_video' }],
    },
    ['source>find', 'find>draw', 'draw>video'],
  )
  const plan = planOf(graph)
  const node = plan.nodes.find((n) => n.kind === 'visualize')
  const scene = sceneOf(graph, NAMES)
  const drawn = async (className: string) => {
    const context = { node, plan, classNames: NAMES, saved: null } as unknown as NodeContext<never>
    const executor = await createExecutor(context)
    const frame = plainFrame(0, 0)
    const detections = [{ id: 1, className, box: BOX, score: 0.9, classId: 0, modelNodeId: 'find' }]
    const input = { frame: { ...frame, copy: () => frame }, detections, events: [], frames: [] }
    await executor.process(input as unknown as NodeInput)
    return frame.image
  }
  const colors = NAMES.map((name) => colorOf(scene, name))
  expect(new Set(colors).size).toBe(2)
  for (const [i, name] of NAMES.entries()) {
    const image = await drawn(name)
    const inks = new InkPot(image.color ?? defaultColor(image))
    const apart = colors.map((color) => distance(chromaAt(image, BOX.x1, 40), inks.of(color)))
    expect(apart[i]).toBeLessThan(apart[1 - i] as number)
  }
})

const BOX = { x1: 20, y1: 20, x2: 60, y2: 60 }

const chromaAt = ({ u, v, strideUV }: I420, x: number, y: number) => {
  const at = (y >> 1) * strideUV + (x >> 1)
  return { u: u[at] as number, v: v[at] as number }
}

const distance = (a: { u: number; v: number }, b: { u: number; v: number }) => Math.hypot(a.u - b.u, a.v - b.v)
