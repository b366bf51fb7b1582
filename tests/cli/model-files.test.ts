import { expect, it } from 'vitest'
import { withModels } from '../../src/cli/resources.ts'
import { graph, node } from '../shared/graph/example-graphs.ts'

const models = (...given: string[]) =>
  withModels(
    graph([node('first', 'model'), node('second', 'model'), node('words', 'model', { model_kind: 'sam3' })]),
    given,
  )
    .nodes.slice(0, 2)
    .map((n) => n.config.model_id)

it('sets the model of the block that is named', () => {
  expect(models('second=squares')).toEqual(['street-detector', 'squares'])
  expect(models('first=a', 'second=b')).toEqual(['a', 'b'])
})

it('requires the block to be named when several have a model', () => {
  expect(() => models('squares')).toThrow('--model first=squares')
})

it('sets the only model without a name of its block', () => {
  const set = withModels(graph([node('s', 'source'), node('only', 'model')]), ['squares'])
  expect(set.nodes.map((n) => n.config.model_id)).toEqual([undefined, 'squares'])
})

it('rejects a model for a workflow that uses none', () => {
  expect(() => withModels(graph([node('s', 'source')]), ['squares'])).toThrow('leave --model out')
})
