/** Before each file: properties draw the same cases, and what was stubbed for it goes with it. */
import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// So that a failure is the change's own; SIGHTLINE_SEED=random looks further.
const { SIGHTLINE_SEED: seed = '1' } = process.env
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) })

afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
