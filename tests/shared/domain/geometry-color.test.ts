import { expect, test } from 'vitest'
import { firstGeometryOf } from '../../../src/shared/domain/geometry-color.ts'

const measure = (id: string, count: number) => ({ id, type: 'measure', config: { geometries: Array(count).fill({}) } })

test('the lines of a second measure block continue with the colours after those of the first', () => {
  const nodes = [
    { id: 'video', type: 'source', config: {} },
    measure('road', 2),
    measure('yard', 1),
    measure('gate', 1),
  ]
  expect(nodes.slice(1).map(({ id }) => firstGeometryOf(nodes, id))).toEqual([0, 2, 3])
})
