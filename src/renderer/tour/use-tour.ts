/** Where the tour is. The host keeps it, so that a reload or another day goes on at the same step. */
import { navigate } from '../shell/route.ts'
import { useSettings } from '../shell/settings-context.tsx'
import { stepAt, TOUR_STEPS } from './tour-steps.ts'

export interface Tour {
  /** Index of the step that is shown; null while no tour is going on. */
  at: number | null
  /** Whether a tour was left on its way. */
  left: boolean
  start(): void
  /** Goes on where it was left. */
  resume(): void
  goTo(at: number): void
  leave(): void
}

export function useTour(): Tour {
  const { settings, change } = useSettings()
  const kept = stepAt(settings.tour_step)
  return {
    at: kept >= 0 && !settings.tour_done ? kept : null,
    left: kept > 0 && settings.tour_done,
    start() {
      change({ tour_done: false, tour_step: (TOUR_STEPS[0] as (typeof TOUR_STEPS)[0]).id })
      navigate({ screen: 'home' })
    },
    resume: () => change({ tour_done: false }),
    goTo(at) {
      const step = TOUR_STEPS[at]
      change(step ? { tour_step: step.id } : { tour_done: true, tour_step: '' })
    },
    leave: () => change({ tour_done: true }),
  }
}
