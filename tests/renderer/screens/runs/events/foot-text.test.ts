import { expect, test } from 'vitest'
import type { EventRow } from '../../../../../src/renderer/parts/run/records/events/event-row.ts'
import { footText } from '../../../../../src/renderer/screens/runs/events/events-panel.tsx'

const items = Array.from({ length: 12 }, () => ({}) as EventRow)
const read = (part: object = {}) => ({ items, done: true, truncated: false, error: null, ...part })

test('counts the events shown, and names their kind', () => {
  expect(footText(read(), 10, 10)).toBe('10 events')
  expect(footText(read(), 3, 10)).toBe('3 of 10 events')
  expect(footText(read({ done: false }), 1, 1)).toBe('1 event, reading…')
})

test('reports the numbers of records read and shown for a file that was read in part', () => {
  expect(footText(read({ truncated: true }), 3, 10)).toBe(
    '3 of 10 events, of the first 12 records. The file has more: download it under Files to see them all.',
  )
})

test('does not present the events read before a failure as all events', () => {
  expect(footText(read({ error: 'The file is gone.' }), 10, 10)).toBe(
    '10 events. The rest is missing: The file is gone.',
  )
  expect(footText(read({ items: [], error: 'The file is gone.' }), 0, 0)).toBe('')
})
