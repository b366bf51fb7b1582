import { describe, expect, it } from 'vitest'
import { classesAt, upstream } from '../../../../../src/renderer/screens/editor/session/upstream.ts'
import { doc, node } from '../documents.ts'

const known = (model: string) => ({ street: ['car', 'truck', 'person'], faces: ['face'] })[model]

describe('the classes that reach a block', () => {
  const { graph } = doc(
    [
      node('model-1', { model_id: 'street', class_filter: ['car', 'truck'] }),
      node('model-2', { model_id: 'faces' }),
      node('model-3', { model_kind: 'sam3', prompt_classes: [{ name: 'red bus' }, { name: '' }] }),
      'track-1',
      'filter-1',
    ],
    ['model-1>track-1', 'model-2>track-1', 'track-1>filter-1'],
  )

  it('are those of all models upstream, as far as the models keep them', () => {
    expect(classesAt(graph, 'filter-1', known).sort()).toEqual(['car', 'face', 'truck'])
  })

  it('are all of a model’s own at the model itself, so that its filter can be set', () => {
    expect(classesAt(graph, 'model-1', known)).toEqual(['car', 'truck', 'person'])
    expect(classesAt(graph, 'model-3', known)).toEqual(['red bus'])
  })

  it('terminate in a loop', () => {
    const loop = doc(['filter-1', 'filter-2'], ['filter-1>filter-2', 'filter-2>filter-1']).graph
    expect(upstream(loop, 'filter-1').map((n) => n.id)).toEqual(['filter-1', 'filter-2'])
  })
})
