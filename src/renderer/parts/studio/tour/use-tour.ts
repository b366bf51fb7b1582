/** The progress of the tour. The host stores it, so that the tour resumes at the same step after a reload. */
import { navigate } from '../../../base/navigation/route.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { stepAt, TOUR_STEPS } from './tour-steps.ts'

export interface Tour {
  /** Index of the current step; null while no tour is active. */
  at: number | null
  /** True when a tour was left before its end. */
  left: boolean
  start(): void
  /** Resumes at the step where the tour was left. */
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
