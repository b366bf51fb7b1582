import { expect, test } from 'vitest'
import { classChoice } from '../../../../src/renderer/screens/lab/player/key-list.tsx'

test('offers every class of the models, with seen and marked classes first', () => {
  expect(classChoice(['truck', 'bike', '', 'truck'], ['person', 'bike', 'car', 'truck'])).toEqual({
    near: ['bike', 'truck', 'person', 'car'],
    further: [],
  })
})

test('lists the unseen classes of a large model separately, in the model’s order', () => {
  const known = Array.from({ length: 80 }, (_, i) => `class ${i}`)
  const { near, further } = classChoice(['class 7', 'tram'], known)
  expect(near).toEqual(['class 7', 'tram'])
  expect(further).toEqual(known.filter((name) => name !== 'class 7'))
})
