/** The reduction of replies to declared fields loses nothing that is declared, and keeps nothing else. */
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { expect, it } from 'vitest'
import { declaredFields } from '../../../src/platform/http/declared-fields.ts'
import { nullable } from '../../../src/shared/domain/nullable.ts'

const Leaf = Type.Object({ id: Type.String(), note: Type.Optional(nullable(Type.String())) })
const Tagged = Type.Union([
  Type.Object({ kind: Type.Literal('point'), at: Leaf }),
  Type.Object({ kind: Type.Literal('list'), at: Type.Array(Leaf) }),
])
const Whole = Type.Object({
  leaf: nullable(Leaf),
  leaves: Type.Array(Leaf),
  pair: Type.Tuple([Type.Integer(), Leaf]),
  byName: Type.Record(Type.String(), Leaf),
  open: Type.Record(Type.String(), Type.Unknown()),
  any: Type.Unknown(),
  tagged: Type.Array(Tagged),
})

const leaf = fc.record(
  { id: fc.string(), note: fc.option(fc.string()) },
  { requiredKeys: ['id'], noNullPrototype: true },
)
const whole = fc.record({
  leaf: fc.option(leaf),
  leaves: fc.array(leaf),
  pair: fc.tuple(fc.integer(), leaf),
  byName: fc.dictionary(fc.string(), leaf, { noNullPrototype: true }),
  open: fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
  any: fc.jsonValue(),
  tagged: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('point'), at: leaf }),
      fc.record({ kind: fc.constant('list'), at: fc.array(leaf) }),
    ),
  ),
})

type Value = ReturnType<typeof JSON.parse>
const planted = (value: Value) => ({ ...value, planted: 'secret' })
/** The value with an undeclared field in every object whose schema is closed. */
const withPlanted = (value: Value): Value =>
  planted({
    ...value,
    leaf: value.leaf && planted(value.leaf),
    leaves: value.leaves.map(planted),
    pair: [value.pair[0], planted(value.pair[1])],
    byName: Object.fromEntries(Object.entries(value.byName).map(([name, inner]) => [name, planted(inner)])),
    tagged: value.tagged.map(({ kind, at }: Value) =>
      planted({ kind, at: kind === 'list' ? at.map(planted) : planted(at) }),
    ),
  })

it('returns the declared fields of every object, and all of an open one', () => {
  const reduce = declaredFields(Whole)
  fc.assert(
    fc.property(whole, (value) => {
      const before = structuredClone(value)
      expect(reduce(withPlanted(value))).toEqual(value)
      expect(reduce(value)).toEqual(value)
      expect(value).toEqual(before)
    }),
  )
})

it.each<[string, TSchema]>([
  ['text', Type.String()],
  ['unknown', Type.Unknown()],
  ['null', Type.Null()],
])('returns a value without declared fields as it is: %s', (_name, schema) => {
  const value = { id: 1 }
  expect(declaredFields(schema)(value)).toBe(value)
})
