/** The screen that shows the subject of a notification. */
import type { Notification } from '../../../../shared/api/notifications.ts'
import type { Route } from '../../../base/navigation/route.ts'

/** Null when the Studio has no screen for it, or its type belongs to a newer server. */
export function routeOf({ metadata }: Pick<Notification, 'metadata'>): Route | null {
  const runId = metadata?.run_id
  return typeof runId === 'string' ? { screen: 'run', runId } : null
}
