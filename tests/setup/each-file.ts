/** Before each file: properties draw the same cases, and stubs are removed after it. */
import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// Fixed, so that a failure is caused by the change; SIGHTLINE_SEED=random draws others.
const { SIGHTLINE_SEED: seed = '1' } = process.env
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) })

afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
