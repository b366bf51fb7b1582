/** A reply with a long list is the same JSON as one that is written at once, with its declared fields only. */
import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { declaredFields } from '../../../src/platform/http/declared-fields.ts'
import { isLargeReply, writeLargeReply } from '../../../src/platform/http/large-reply.ts'

const Item = Type.Object({ name: Type.String(), size: Type.Optional(Type.Number()) }, { additionalProperties: false })
const Items = Type.Array(Item)
const Reply = Type.Object(
  { count: Type.Number(), items: Items, others: Items, last: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
const items = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `"${i}"`, size: i || undefined, hidden: i }))

it.each([
  ['a list', Items, items(1234)],
  ['a record with a list', Reply, { count: 1, items: items(1501), others: items(2), last: undefined, hidden: 'x' }],
  ['a record with two long lists', Reply, { count: 1, items: items(501), others: items(2000), last: 'é "' }],
])('writes %s', async (_, schema, answer) => {
  const reduce = declaredFields(schema)
  expect(isLargeReply(answer)).toBe(true)
  expect(await writeLargeReply(answer, reduce)).toBe(JSON.stringify(reduce(answer)))
})

it('writes each record as it would be written at once', async () => {
  const record = fc.record({ before: fc.jsonValue(), after: fc.option(fc.jsonValue(), { nil: undefined }) })
  await fc.assert(
    fc.asyncProperty(record, fc.integer({ min: 501, max: 1100 }), async ({ before, after }, n) => {
      const answer = { before, list: items(n), after }
      expect(await writeLargeReply(answer, (value) => value)).toBe(JSON.stringify(answer))
    }),
    { numRuns: 30 },
  )
})

it.each([[null], ['text'], [[]], [items(500)], [{ items: items(500) }], [{}]])('leaves a short reply alone', (answer) =>
  expect(isLargeReply(answer)).toBe(false),
)
