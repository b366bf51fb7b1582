import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asJson } from '../../../../src/platform/exchange/imports/formats/foreign-json.ts'
import { jsonItems } from '../../../../src/platform/exchange/imports/formats/json-items.ts'
import { idText } from '../../../../src/platform/exchange/imports/formats/json-values.ts'
import { inMemory } from './support.ts'

function parsed(text: string): { value: unknown; notFinite: number } {
  let notFinite = 0
  const json = asJson(text, () => void notFinite++)
  return { value: JSON.parse(json), notFinite }
}

it('reads the NaN and Infinity of Python as null, outside of texts only', () => {
  const { value, notFinite } = parsed('{"a": NaN, "b": [-Infinity,Infinity], "NaN": "NaN, \\" Infinity"}')
  expect(value).toEqual({ a: null, b: [null, null], NaN: 'NaN, " Infinity' })
  expect(notFinite).toBe(3)
})

it('keeps every digit of integers beyond 2^53', () => {
  expect(
    parsed('{"id":9007199254740993,"b":[-12345678901234567890 ,9007199254740991,9007199254740993.0]}').value,
  ).toEqual({
    id: '9007199254740993',
    b: ['-12345678901234567890', 9007199254740991, '9007199254740993.0'],
  })
})

it('keeps numbers with a point or an exponent, and digits in texts, as they are', () => {
  const text = '[0.12345678901234567,1234567890123456789.5,1e-12345678901234567890,1E5,"12345678901234567890"]'
  expect(parsed(text).value).toEqual(JSON.parse(text))
})

it('changes nothing in JSON whose numbers are all safe', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!/\d{16,}/.test(text))
      expect(asJson(text, () => undefined)).toBe(text)
    }),
  )
})

it('is read item by item, however its bytes are cut', async () => {
  const text = '{"a": [{"id": 12345678901234567, "b": 0.1234567890123456}, [NaN]], "c": -Infinity, "d": "NaN"}'
  for (let piece = 1; piece < 40; piece++) {
    const found: unknown[] = []
    let noted = 0
    for await (const { value } of jsonItems(inMemory({ a: text }, piece).read('a'), () => void noted++))
      found.push(value)
    expect(found).toEqual([{ id: '12345678901234567', b: 0.1234567890123456 }, [null], null, 'NaN'])
    expect(noted).toBe(1)
  }
})

it('takes whole numbers as the same id, however they are written', () => {
  expect([1, 1.0, '1', '1.0', ' 1 ', '-2.00', 'a.0', '', null, true, Number.NaN].map(idText)).toEqual([
    '1',
    '1',
    '1',
    '1',
    '1',
    '-2',
    'a.0',
    null,
    null,
    null,
    null,
  ])
})
