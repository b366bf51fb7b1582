import { expect, test } from 'vitest'
import { numbersIn, numbersText } from '../../../../../src/renderer/parts/model/model-input/fields/input-fields.tsx'
import { namesOfFile } from '../../../../../src/renderer/parts/model/model-input/fields/names-field.tsx'

test.each([
  ['0.485, 0.456, 0.406', [0.485, 0.456, 0.406]],
  ['[0.485,0.456,0.406]', [0.485, 0.456, 0.406]],
  ['(123.675 116.28\t103.53)', [123.675, 116.28, 103.53]],
  ['0,485 0,456 0,406', [0.485, 0.456, 0.406]],
  ['0,5', [0.5]],
  ['640 × 480', [640, 480]],
  ['640x480', [640, 480]],
  ['-1', [-1]],
  ['1e-3', [0.001]],
])('reads the numbers of %s', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})

test.each(['', 'mean', '0.5, x', '1 2 three', '[]'])('finds no numbers in “%s”', (text) => {
  expect(numbersIn(text)).toBeNull()
})

test('writes equal numbers once', () => {
  expect([numbersText([0.5, 0.5, 0.5]), numbersText([1, 2, 3])]).toEqual(['0.5', '1, 2, 3'])
})

test.each([
  ['lines', 'cat\r\n dog \n\n'],
  ['a JSON list', '["cat", "dog"]'],
  ['a JSON object of indices', '{"1": "dog", "0": "cat"}'],
])('reads class names from %s', (_, text) => {
  expect(namesOfFile(text)).toEqual(['cat', 'dog'])
})
