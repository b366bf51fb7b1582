import { expect, test } from 'vitest'
import { parseClassNames } from '../../../src/engine/inference/model-class-names.ts'

test.each([
  ["{0: 'person', 1: 'car'}", ['person', 'car']],
  ['{"0": "person", "1": "car"}', ['person', 'car']],
  ['["person", "car"]', ['person', 'car']],
  ["['person', 'car']", ['person', 'car']],
  ["{0: 'person', 2: 'car',}", ['person', 'class 1', 'car']],
  [`{0: "driver's seat", 1: 'it\\'s, {odd}: "x"'}`, ["driver's seat", 'it\'s, {odd}: "x"']],
  [String.raw`{0: 'caf\xe9', 1: '\u65e5\u672c', 2: '\U0001f600', 3: 'a\tb\\n'}`, ['café', '日本', '😀', 'a\tb\\n']],
  [String.raw`{0: '\U00110000'}`, [String.raw`\U00110000`]],
])('reads %s', (text, names) => {
  expect(parseClassNames(text)).toEqual(names)
})

test.each(['', 'person', '{}', '[]', '{0: 1}', "{'a': 'b'}", '{0: __import__("os")}', '[1, 2]', "{9999999999: 'x'}"])(
  'does not read %s',
  (text) => {
    expect(parseClassNames(text)).toBeNull()
  },
)
