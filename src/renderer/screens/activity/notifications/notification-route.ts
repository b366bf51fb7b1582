/** The screen that shows the subject of a notification. */
import type { Notification } from '../../../../shared/api/notifications.ts'
import type { Route } from '../../../base/navigation/route.ts'

/** Null when the Studio has no screen for it, or its type belongs to a newer server. */
export function routeOf({ metadata }: Pick<Notification, 'metadata'>): Route | null {
  const { run_id: runId, evaluation_id: evaluationId, deployment_id: deploymentId } = metadata ?? {}
  if (typeof runId === 'string') return { screen: 'run', runId }
  if (typeof evaluationId === 'string') return { screen: 'evaluation', evaluationId }
  if (typeof deploymentId === 'string') return { screen: 'deployment', deploymentId }
  const { dataset_id: datasetId, task_id: taskId, image_id: imageId } = metadata ?? {}
  if (typeof datasetId !== 'string') return null
  if (typeof imageId === 'string') return { screen: 'image', datasetId, imageId }
  if (typeof taskId !== 'string') return { screen: 'dataset', datasetId }
  return { screen: 'dataset', datasetId, query: new URLSearchParams({ task: taskId }).toString() }
}
