/** Large bodies with a list that is longer than its field allows: refused by their text, before its objects are made. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestLists, mostItemsAt } from '../../src/platform/http/list-limits.ts'
import { API } from '../../src/shared/api/index.ts'
import { memoryOfJson } from '../../src/shared/domain/json-memory.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

const LARGE = 300 * 1024
/** A list that never ends, as long as it takes for a large body: who parses it finds that it is no JSON. */
const list = (item: string, most: number) => `[${Array(Math.max(most + 1, Math.ceil(LARGE / item.length))).fill(item)}`

describe('A large body is refused before it is parsed', () => {
  it.each([
    ['a list with more items than allowed', `{"model_ids": ${list('{}', 10_000)}`, '/model_ids', '10000 items'],
    ['a list where none is expected', list('{}', 0), '', ''],
    ['a list in a field that is not declared', `{"model_ids": [], "a/b": {"c": ${list('1', 0)}`, '/a~1b/c', ''],
  ])('for %s', async (_what, body, field, problem) => {
    const failed = await h.fail('POST', '/models/bulk-delete', { body })
    expect(failed).toMatchObject({ status: 422, error: { code: 'invalid_field', details: [{ field }] } })
    expect(failed.error.message).toContain(problem)
  })

  it('unless all of its lists are as short as their fields allow', async () => {
    const body = { model_ids: Array(10_000).fill('00000000-0000-4000-8000-000000000000') }
    const { error } = await h.fail('POST', '/models/bulk-delete', { body: { ...body, other: 1 } })
    expect(error).toMatchObject({ code: 'invalid_field', details: [{ field: '/other' }] })
  })
})

describe('The longest lists of a schema', () => {
  const save = API.annotations.bulk.body
  const graph = API.workflows.create.body

  it('are found by their depth', () => {
    expect(longestLists(save, 6)).toEqual([0, 200, 0, 10_000, 0, 0])
    expect(mostItemsAt(save, ['saves', 3, 'annotations'])).toBe(10_000)
    expect(mostItemsAt(save, ['other'])).toBeNull()
  })

  it('are endless below a part of any form', () => {
    expect(longestLists(graph, 64).length).toBeLessThan(64)
  })
})

it.each([
  ['[1,2,3]', [3], null],
  ['[1,2,3,4]', [3], []],
  ['{"a":[1,2],"b":["x,y",[1,2]]}', [0, 2, 2], null],
  ['{"a":1,"b":[{"c\\"":[1,2]}]}', [0, 9, 9, 1], ['b', 0, 'c"']],
  ['[[1],[2,3],[4,5,6]]', [9, 2], [2]],
  ['{"é":[1,2]}', [0, 1], ['é']],
])('measures the lists of %s', (json, items, path) => {
  const measured = memoryOfJson(Buffer.from(json), { levels: 8, items })
  if (path) expect(measured).toEqual({ path })
  else expect(measured).toHaveProperty('memory')
})
