import { totalmem } from 'node:os'
import { expect, it } from 'vitest'
import { memoryLimitOf, residentBytes } from '../../../src/engine/host/memory-limit.ts'

it('the memory of an engine is most of that of the machine, or what the operator sets', () => {
  const usual = memoryLimitOf({})
  expect(usual).toBeLessThan(totalmem())
  expect(usual).toBeGreaterThan(256 * 1024 ** 2)
  expect(memoryLimitOf({ SIGHTLINE_ENGINE_MEMORY_MB: '2048' })).toBe(2 * 1024 ** 3)
  for (const wrong of ['much', '12', '-1']) {
    expect(() => memoryLimitOf({ SIGHTLINE_ENGINE_MEMORY_MB: wrong })).toThrow(
      'Set a number of megabytes, 512 or more.',
    )
  }
})

it.skipIf(process.platform !== 'linux')('the memory of a process is read from outside', () => {
  const bytes = residentBytes(process.pid) as number
  expect(Math.abs(bytes - process.memoryUsage.rss())).toBeLessThan(64 * 1024 ** 2)
  expect(residentBytes(2 ** 22 + 1)).toBeNull()
})
