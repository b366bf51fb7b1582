import { describe, expect, it } from 'vitest'
import {
  nodeView,
  tellingNode,
  trails,
  viewText,
} from '../../../../../src/renderer/screens/editor/preview/node-view.ts'
import type { Answer } from '../../../../../src/renderer/screens/editor/preview/preview-controller.ts'
import type { Preview } from '../../../../../src/shared/engine-contract/preview.ts'
import { doc } from '../documents.ts'
import { found, made, preview } from './previews.ts'

const { graph } = doc(
  ['source-1', 'model-1', 'filter-1', 'track-1', 'measure-1', 'condition-1', 'visualize-1', 'sink-1', 'filter-2'],
  [
    'source-1>model-1',
    'model-1>filter-1',
    'filter-1>track-1',
    'track-1>measure-1',
    'filter-1>condition-1',
    'condition-1.true>filter-2',
    'track-1>visualize-1.detections',
    'visualize-1>sink-1',
  ],
)
const tracked = [found(1, { track_id: 7, class_name: 'bus' })]
const answerOf = (value: Preview): Answer => ({ preview: value, graph, atS: 0, windowS: 0 })
const frame = {
  'source-1': made(),
  'model-1': made({ detections: [found(1), found(2), found(3)] }),
  'filter-1': made({ received: [1, 2, 3], detections: [found(1), found(2)] }),
  'track-1': made({ received: [1, 2], detections: tracked }),
  'measure-1': made({ received: [1] }),
  'condition-1': made({ received: [1, 2], detections: [found(1), found(2)], branch: 'false' }),
}
const answer = answerOf(preview([frame], { left_out: ['visualize-1', 'sink-1'] }))
const ids = (list: readonly { id: number }[]) => list.map((d) => d.id)

describe('the view of a block in a frame', () => {
  it('shows the emitted detections and the dropped ones in their previous version', () => {
    const view = nodeView(answer, 'filter-1', 0)
    expect(ids(view.kept)).toEqual([1, 2])
    expect(view.dropped).toEqual([found(3)])
    expect(viewText('filter', view, 0)).toBe('Keeps 2 of 3.')
  })

  it('shows the input of a block that emits no detections, in the version of the nearest block before it', () => {
    expect(nodeView(answer, 'measure-1', 0).kept).toEqual(tracked)
  })

  it('shows the input of blocks at the end, which are not run', () => {
    const view = nodeView(answer, 'sink-1', 0)
    expect(view.kept).toEqual(tracked)
    expect(viewText('sink', view, 0)).toBe('Reached by 1 bus.')
  })

  it('shows the branch of a condition, and nothing on the other branch', () => {
    expect(viewText('condition', nodeView(answer, 'condition-1', 0), 0)).toBe('Takes the False branch.')
    expect(nodeView(answer, 'filter-2', 0).state).toBe('not_reached')
  })

  it('shows nothing at the end of a branch when the frame took the other one', () => {
    const branches = doc(
      ['source-1', 'model-1', 'condition-1', 'visualize-1', 'visualize-2'],
      [
        'source-1>model-1',
        'model-1>condition-1',
        'condition-1.true>visualize-1.detections',
        'condition-1.false>visualize-2.detections',
      ],
    )
    const { 'source-1': source, 'model-1': model, 'condition-1': condition } = frame
    const looked = preview([{ 'source-1': source, 'model-1': model, 'condition-1': condition }])
    const split: Answer = { preview: looked, graph: branches.graph, atS: 0, windowS: 0 }
    expect(nodeView(split, 'visualize-1', 0).kept).toEqual([])
    expect(ids(nodeView(split, 'visualize-2', 0).kept)).toEqual([1, 2])
  })

  it('reports that a block with problems was not run', () => {
    const broken = answerOf(preview([{}], { left_out: ['model-1'] }))
    const view = nodeView(broken, 'model-1', 0)
    expect(view.state).toBe('left_out')
    expect(viewText('model', view, 0)).toMatch(/^Not previewed/)
  })

  it('selects the last block with detections by default', () => {
    expect(tellingNode(answerOf(preview([{ ...frame, 'condition-1': made() }])))).toBe('track-1')
    expect(tellingNode(answerOf(preview([{ 'source-1': made() }])))).toBeNull()
  })

  it('joins the positions of a track up to the shown frame', () => {
    const at = (x: number) => ({
      'track-1': made({ detections: [found(1, { track_id: 7, box: [x, 0, x + 10, 20] })] }),
    })
    const moving = answerOf(preview([at(0), at(10), at(20)]))
    expect(trails(moving, 'track-1', 1)).toEqual([
      {
        trackId: 7,
        points: [
          [5, 20],
          [15, 20],
        ],
      },
    ])
    expect(trails(moving, 'track-1', 0)).toEqual([])
  })
})
