/** The scene of the thumbnails: pixels and boxes of the same time only. */
import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { ShownImage } from '../../../../../src/renderer/parts/studio/media-frame/media-frame.tsx'
import type { Answer, PreviewState } from '../../../../../src/renderer/screens/editor/preview/preview-controller.ts'
import { createScenes } from '../../../../../src/renderer/screens/editor/preview/scene.ts'
import type { Graph } from '../../../../../src/shared/graph/graph.ts'
import { preview } from './previews.ts'

const START: PreviewState = { atS: 0, windowS: 0, frame: 0, busy: false, answer: null, attempt: 0, problem: null }
const graph: Graph = { version: 1, nodes: [{ id: 's', type: 'source', config: {} }], edges: [] }
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

function open() {
  const previews = createStore<PreviewState>()(() => START)
  const taken: unknown[] = []
  const scenes = createScenes(previews, async (element) => {
    taken.push(element)
    return element as unknown as CanvasImageSource
  })
  const element = (name: string) => ({ name }) as unknown as HTMLVideoElement
  return {
    scenes,
    taken,
    /** Delivers the boxes of some times. */
    found: (...times: number[]) => {
      const looked = preview(times.map(() => ({})))
      const frames = looked.frames.map((f, i) => ({ ...f, time_s: times[i] as number }))
      const answer: Answer = { preview: { ...looked, frames }, graph, atS: times[0] as number, windowS: 0 }
      previews.setState({ answer, frame: 0, atS: answer.atS })
    },
    showFrame: (frame: number) => previews.setState({ frame }),
    gone: () => previews.setState({ answer: null }),
    shows: async (timeS: number | null, index: number | null = null) => {
      scenes.offer({ element: element(`at ${timeS}`), timeS, lastsS: 0.04 } satisfies ShownImage, index)
      await settled()
    },
    shownScene: () => {
      const { scene } = scenes.store.getState()
      return (
        scene && [(scene.pixels as unknown as { name: string }).name, scene.answer.preview.frames[scene.frame]?.time_s]
      )
    },
  }
}

describe('the thumbnails on the blocks', () => {
  it('wait until pixels and boxes are of the same time, and keep the last pair until then', async () => {
    const t = open()
    t.scenes.watch()
    await t.shows(0)
    expect(t.shownScene()).toBeNull()
    t.found(0)
    expect(t.shownScene()).toEqual(['at 0', 0])
    await t.shows(2)
    expect(t.shownScene()).toEqual(['at 0', 0])
    t.found(2.0001)
    expect(t.shownScene()).toEqual(['at 2', 2.0001])
  })

  it('follow the frames of a window', async () => {
    const t = open()
    t.scenes.watch()
    await t.shows(1)
    t.found(1, 1.04, 1.08)
    t.showFrame(2)
    expect(t.shownScene()).toEqual(['at 1', 1])
    await t.shows(1.08)
    expect(t.shownScene()).toEqual(['at 1.08', 1.08])
  })

  it('distinguish images of a data set, whose times all begin at 0', async () => {
    const t = open()
    t.scenes.watch()
    t.found(2.5)
    await t.shows(null, 1)
    expect(t.shownScene()).toBeNull()
    await t.shows(null, 2)
    expect(t.shownScene()).toEqual(['at null', 2.5])
  })

  it('take no pixels without subscribers, and the newest with the first subscriber', async () => {
    const t = open()
    await t.shows(0)
    await t.shows(1)
    expect(t.taken).toEqual([])
    t.found(1)
    const stop = t.scenes.watch()
    await settled()
    expect(t.shownScene()).toEqual(['at 1', 1])
    stop()
    await t.shows(2)
    expect(t.taken).toHaveLength(1)
  })

  it('disappear with the preview', async () => {
    const t = open()
    t.scenes.watch()
    t.found(0)
    await t.shows(0)
    t.gone()
    expect(t.shownScene()).toBeNull()
  })
})
