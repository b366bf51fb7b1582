import { expect, test } from 'vitest'
import type { EventRow } from '../../../src/renderer/runs/events/event-row.ts'
import { footText } from '../../../src/renderer/runs/events/foot-text.ts'

const items = Array.from({ length: 12 }, () => ({}) as EventRow)
const read = (part: object = {}) => ({ items, done: true, truncated: false, error: null, ...part })

test('counts what is shown, and says of what', () => {
  expect(footText(read(), 10, 10)).toBe('10 events')
  expect(footText(read(), 3, 10)).toBe('3 of 10 events')
  expect(footText(read({ done: false }), 1, 1)).toBe('1 event, reading…')
})

test('of a file that was read in part, says how many of its records were read beside how many are shown', () => {
  expect(footText(read({ truncated: true }), 3, 10)).toBe(
    '3 of 10 events, of the first 12 records. The file has more: download it under Files to see them all.',
  )
})

test('does not pass for all what was read before a failure', () => {
  expect(footText(read({ error: 'The file is gone.' }), 10, 10)).toBe(
    '10 events. The rest is missing: The file is gone.',
  )
  expect(footText(read({ items: [], error: 'The file is gone.' }), 0, 0)).toBe('')
})
