import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ANNOTATION_CHOICES,
  EVERY_IMAGE,
  filterOf,
  formatQuery,
  type ImageQuery,
  isFiltered,
  parseQuery,
  SPLIT_CHOICES,
  withoutFilters,
} from '../../../../src/renderer/screens/data/query/image-query.ts'
import { IMAGE_STATUSES } from '../../../../src/shared/api/datasets.ts'
import { IMAGE_SORTS } from '../../../../src/shared/api/image-lists.ts'

const queries: fc.Arbitrary<ImageQuery> = fc.record({
  statuses: fc.subarray([...IMAGE_STATUSES]),
  split: fc.constantFrom(null, ...SPLIT_CHOICES),
  classes: fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }),
  annotated: fc.constantFrom(null, ...ANNOTATION_CHOICES),
  text: fc.string({ unit: 'grapheme' }),
  directory: fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
  tags: fc.uniqueArray(fc.constantFrom('attributes:dark', 'attributes:low contrast'), { maxLength: 2 }),
  like: fc.constantFrom('', 'a red car'),
  similar: fc.constantFrom(null, 'image-1'),
  task: fc.constantFrom(null, 'task-1'),
  archived: fc.boolean(),
  sort: fc.constantFrom(...IMAGE_SORTS),
})

describe('the filters and the order in an address', () => {
  test('reading the address of a query returns the query', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(parseQuery(formatQuery(query))).toEqual(query)
      }),
    )
  })

  test('all images in the first order have no address of their own', () => {
    expect(formatQuery(EVERY_IMAGE)).toBe('')
    expect(parseQuery('')).toEqual(EVERY_IMAGE)
  })

  test('unknown values of a typed address are left out', () => {
    expect(parseQuery('status=old&status=review&split=x&sort=size&annotated=1&archived=1&class=')).toEqual({
      ...EVERY_IMAGE,
      statuses: ['review'],
    })
  })

  test('the list of archived images and an order are no filters', () => {
    expect(isFiltered({ ...EVERY_IMAGE, archived: true, sort: '-created' })).toBe(false)
    fc.assert(
      fc.property(queries, (query) => {
        const cleared = withoutFilters(query)
        expect(isFiltered(cleared)).toBe(false)
        expect([cleared.archived, cleared.sort]).toEqual([query.archived, query.sort])
      }),
    )
  })

  test('a directory is read with everything below it', () => {
    expect(filterOf({ ...EVERY_IMAGE, directory: '/train', annotated: 'no' })).toEqual({
      directory: '/train',
      recursive: true,
      has_annotations: false,
      archived: false,
      sort: 'name',
    })
  })
})
