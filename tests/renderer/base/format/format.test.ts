import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatDuration,
  formatTimecode,
  formatTimeLeft,
  formatWhen,
} from '../../../../src/renderer/base/format/format.ts'

test.each([
  [0, '0:00'],
  [59.6, '1:00'],
  [3599, '59:59'],
  [3723, '1:02:03'],
])('%d seconds last %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.each([
  [0, '0:00.00'],
  [7.417, '0:07.42'],
  [59.999, '1:00.00'],
  [3661.5, '1:01:01.50'],
])('%d seconds into the video is %s', (seconds, text) => {
  expect(formatTimecode(seconds)).toBe(text)
})

test.each([
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_600, '1.0 MB'],
  [12_345_678, '12 MB'],
  [4_000_000_000_000_000, '4000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0.4, 'about a second left'],
  [42, 'about 42 s left'],
  [200, 'about 3 min left'],
  [7200, 'about 2.0 h left'],
])('%d seconds to go: %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text)
})

describe('the time of an event', () => {
  const now = new Date(2026, 2, 4, 15, 30)
  const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString()
  test.each([
    [at(2026, 2, 4, 15, 30), 'just now'],
    [at(2026, 2, 4, 15, 18), '12 min ago'],
    [at(2026, 2, 4, 9, 5), 'Today 09:05'],
    [at(2026, 2, 3, 23, 59), 'Yesterday 23:59'],
    [at(2026, 1, 3, 14, 3), '3 Feb, 14:03'],
    [at(2024, 10, 3, 14, 3), '3 Nov 2024'],
    ['nonsense', '–'],
  ])('%s is formatted as %s', (iso, text) => {
    expect(formatWhen(iso, now)).toBe(text)
  })
})
