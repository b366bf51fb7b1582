import { expect, test } from 'vitest'
import { DownloadRate } from '../../../src/app/downloads/report.ts'

const MB = 1_000_000

test('the time left follows the rate of the last seconds, not of the whole download', () => {
  const rate = new DownloadRate()
  for (let second = 0; second <= 20; second++) rate.add(second * MB, second * 1000)
  expect(rate.secondsLeft(30 * MB)).toBeCloseTo(10)
  for (let second = 21; second <= 40; second++) rate.add(20 * MB + (second - 20) * 10 * MB, second * 1000)
  expect(rate.secondsLeft(320 * MB)).toBeCloseTo(10)
})

test('the bytes of an earlier, interrupted download do not count as fast', () => {
  const rate = new DownloadRate()
  rate.add(90 * MB, 0)
  rate.add(92 * MB, 2000)
  expect(rate.secondsLeft(100 * MB)).toBeCloseTo(8)
})

test('the time left is unknown at the start, without a size, and while nothing arrives', () => {
  const rate = new DownloadRate()
  expect(rate.secondsLeft(MB)).toBeNull()
  rate.add(0, 0)
  rate.add(10, 500)
  expect(rate.secondsLeft(MB)).toBeNull()
  rate.add(10, 5000)
  rate.add(10, 20_000)
  rate.add(10, 30_000)
  expect(rate.secondsLeft(MB)).toBeNull()
  expect(rate.secondsLeft(null)).toBeNull()
})
