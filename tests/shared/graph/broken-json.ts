/** Random JSON that is nearly valid: valid JSON with some of its parts removed, replaced or added. */
import fc from 'fast-check'

const LINE = { kind: 'line', name: 'Road', points: [[0, 0.5]] }

/** Values that are right somewhere, or wrong in a way of their own. */
const values = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e9, '', 'a', 'ftp://x', '#00ff0g', '__proto__', 'é/~'),
  fc.constantFrom<unknown>([], {}, [[0, 0, 1]], [['a', 0]], ['car', 'car'], ['__proto__', '__proto__'], [null, null]),
  fc.constantFrom<unknown>('x'.repeat(101), 'x'.repeat(5000), '👍'.repeat(61), Number.POSITIVE_INFINITY),
  fc.constantFrom<unknown>([LINE], [{ kind: 'circle', points: 3, extra: 1 }], [{ subject: 'zone' }], [{ name: '' }]),
  fc.constantFrom<unknown>({ car: { color: 'red', hidden: 1, other: 2 } }, { car: { label: 'x'.repeat(61) }, bus: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const names = fc.constantFrom('constructor', '__proto__', 'a/b', 'c~d', '', 'colour', 'title', 'config', 'targetHandle')
const step = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('remove', 'add', 'replace', 'replace'),
  name: names,
  values,
})

type Holder = Record<string, unknown>

/** Each place of a value: the object or list that holds it, and its name there. */
function placesIn(holder: Holder): [Holder, string][] {
  return Object.entries(holder).flatMap(([name, value]) => {
    const within = typeof value === 'object' && value !== null ? placesIn(value as Holder) : []
    return [[holder, name] as [Holder, string], ...within]
  })
}

/** Also a field named `__proto__`, as `JSON.parse` would set it. */
const define = (holder: object, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true })

export const brokenFrom = (valid: readonly unknown[], most = 4): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...valid), fc.array(step, { minLength: 1, maxLength: most })).map(([json, steps]) => {
    const root: Holder = { json: structuredClone(json) }
    for (const { at, how, name, values: value } of steps) {
      const places = placesIn(root)
      const [holder, own] = places[at % places.length] as [Holder, string]
      const target = holder[own]
      const copy = structuredClone(value)
      if (how === 'add' && Array.isArray(target)) target.push(copy)
      else if (how === 'add' && typeof target === 'object' && target !== null) define(target, name, copy)
      else if (how === 'remove' && holder !== root) {
        if (Array.isArray(holder)) holder.splice(Number(own), 1)
        else delete holder[own]
      } else define(holder, own, copy)
    }
    return root.json
  })
