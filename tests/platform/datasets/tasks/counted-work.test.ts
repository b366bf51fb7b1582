import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countedWork } from '../../../../src/platform/datasets/tasks/activity.ts'

const START = Date.UTC(2026, 0, 1)

it('counts no more time than passes after the first minute, however many windows report', () => {
  const report = fc.record({ wait: fc.integer({ min: 0, max: 100_000 }), seconds: fc.integer({ min: 0, max: 3600 }) })
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 30 }), (reports) => {
      let [until, at, counted]: [Date | null, number, number] = [null, START, 0]
      for (const { wait, seconds } of reports) {
        at += wait
        const result = countedWork(seconds, until, new Date(at))
        expect(result.seconds).toBeGreaterThanOrEqual(0)
        expect(result.seconds).toBeLessThanOrEqual(seconds)
        counted += result.seconds
        until = result.until
      }
      const first = START + (reports[0]?.wait ?? 0)
      expect(counted).toBeLessThanOrEqual(60 + (at - first) / 1000)
    }),
  )
})

it('counts all time of a client that reports at uneven moments', () => {
  let until = countedWork(0, null, new Date(START)).until
  let counted = 0
  for (let at = 1700; at <= 17_000; at += 1700) {
    const result = countedWork(2, until, new Date(START + at))
    counted += result.seconds
    until = result.until
  }
  expect(counted).toBe(17)
})

it('counts nothing while the clock of the server is set back, and begins again from there', () => {
  const result = countedWork(30, new Date(START), new Date(START - 5000))
  expect(result).toEqual({ seconds: 0, until: new Date(START - 5000) })
})
