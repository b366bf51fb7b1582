/** The current screen, kept in the URL hash so that back, forward and reload work. */
import { useMemo, useSyncExternalStore } from 'react'

/** Pages of the settings beside the general one. */
export const SETTINGS_PAGES = ['organization', 'keys', 'storage', 'usage', 'audit', 'server'] as const
export type SettingsPage = (typeof SETTINGS_PAGES)[number]

/** Pages of the activity beside the notifications. */
export const ACTIVITY_PAGES = ['jobs', 'webhooks'] as const
export type ActivityPage = (typeof ACTIVITY_PAGES)[number]

/** Pages of a data set beside its images. */
export const DATASET_PAGES = ['insights', 'duplicates', 'tasks'] as const
export type DatasetPage = (typeof DATASET_PAGES)[number]

/**
 * `nodeId`: the block that the editor selects and shows, `field`: its setting that gets the focus. `page`, `section`: the file of the guide and the anchor of one of
 * its headings. `query`: the filters and the order of images, as in an address, without a question mark.
 */
export type Route =
  | { screen: 'home' }
  | { screen: 'editor'; workflowId: string; nodeId?: string; field?: string }
  | { screen: 'runs' }
  | { screen: 'run'; runId: string }
  | { screen: 'lab'; runId: string }
  | { screen: 'batches' }
  | { screen: 'batch'; batchId: string }
  | { screen: 'compare'; runA: string; runB: string }
  | { screen: 'models' }
  | { screen: 'model'; modelId: string }
  | { screen: 'evaluations'; modelId?: string }
  | { screen: 'evaluation'; evaluationId: string }
  | { screen: 'compare-evaluations'; evaluationA: string; evaluationB: string }
  | { screen: 'datasets' }
  | { screen: 'dataset'; datasetId: string; page?: DatasetPage; query?: string }
  | { screen: 'image'; datasetId: string; imageId: string; query?: string }
  | { screen: 'deployments' }
  | { screen: 'deployment'; deploymentId: string }
  | { screen: 'activity'; page?: ActivityPage }
  | { screen: 'settings'; page?: SettingsPage }
  | { screen: 'guide'; page?: string; section?: string }

export function hrefOf(route: Route): string {
  switch (route.screen) {
    case 'home':
      return '#/'
    case 'editor':
      return ['#/workflows', route.workflowId, route.nodeId, route.nodeId && route.field]
        .filter((part) => part !== undefined)
        .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
        .join('/')
    case 'lab':
      return `#/lab/${encodeURIComponent(route.runId)}`
    case 'run':
      return `#/runs/${encodeURIComponent(route.runId)}`
    case 'batch':
      return `#/batches/${encodeURIComponent(route.batchId)}`
    case 'deployment':
      return `#/deployments/${encodeURIComponent(route.deploymentId)}`
    case 'datasets':
      return '#/data'
    case 'dataset':
      return withQuery(
        ['#/data', encodeURIComponent(route.datasetId), route.page].filter(Boolean).join('/'),
        route.query,
      )
    case 'image':
      return withQuery(
        `#/data/${encodeURIComponent(route.datasetId)}/image/${encodeURIComponent(route.imageId)}`,
        route.query,
      )
    case 'compare':
      return `#/compare/${encodeURIComponent(route.runA)}/${encodeURIComponent(route.runB)}`
    case 'model':
      return `#/models/${encodeURIComponent(route.modelId)}`
    case 'evaluations':
      return route.modelId === undefined ? '#/evaluations' : `#/evaluations/of/${encodeURIComponent(route.modelId)}`
    case 'evaluation':
      return `#/evaluations/${encodeURIComponent(route.evaluationId)}`
    case 'compare-evaluations':
      return `#/evaluations/${encodeURIComponent(route.evaluationA)}/compare/${encodeURIComponent(route.evaluationB)}`
    case 'guide':
      return ['#/guide', route.page, route.page && route.section]
        .filter((part) => part !== undefined)
        .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
        .join('/')
    case 'activity':
    case 'settings':
      return route.page === undefined ? `#/${route.screen}` : `#/${route.screen}/${route.page}`
    default:
      return `#/${route.screen}`
  }
}

const withQuery = (address: string, query: string | undefined): string => (query ? `${address}?${query}` : address)

export function parseHash(hash: string): Route {
  // Parts of an address have no question mark of their own: it is escaped there.
  const [path = '', ...rest] = hash.replace(/^#\/?/, '').split('?')
  const [first = '', second, third, fourth] = path.split('/').map(decoded)
  if (first === 'workflows' && second) {
    return {
      screen: 'editor',
      workflowId: second,
      ...(third && { nodeId: third, ...(fourth && { field: fourth }) }),
    }
  }
  if (first === 'runs') return second ? { screen: 'run', runId: second } : { screen: 'runs' }
  if (first === 'compare' && second && third) return { screen: 'compare', runA: second, runB: third }
  if (first === 'batches') return second ? { screen: 'batch', batchId: second } : { screen: 'batches' }
  if (first === 'lab' && second) return { screen: 'lab', runId: second }
  if (first === 'guide') {
    return { screen: 'guide', ...(second && { page: second }), ...(second && third && { section: third }) }
  }
  if (first === 'models') return second ? { screen: 'model', modelId: second } : { screen: 'models' }
  if (first === 'evaluations') return evaluationRoute(second, third, fourth)
  if (first === 'data') return dataRoute(second, third, fourth, rest.join('?'))
  if (first === 'deployments')
    return second ? { screen: 'deployment', deploymentId: second } : { screen: 'deployments' }
  if (first === 'activity') {
    const page = ACTIVITY_PAGES.find((known) => known === second)
    return { screen: 'activity', ...(page && { page }) }
  }
  // Webhooks were a page of the settings before.
  if (first === 'settings' && second === 'webhooks') return { screen: 'activity', page: 'webhooks' }
  if (first === 'settings') {
    const page = SETTINGS_PAGES.find((known) => known === second)
    return { screen: 'settings', ...(page && { page }) }
  }
  return { screen: 'home' }
}

/** `#/evaluations`, `…/of/<model>`, `…/<id>` and `…/<id>/compare/<other id>`. */
function evaluationRoute(second?: string, third?: string, fourth?: string): Route {
  if (!second) return { screen: 'evaluations' }
  if (second === 'of') return { screen: 'evaluations', ...(third && { modelId: third }) }
  if (third === 'compare' && fourth) {
    return { screen: 'compare-evaluations', evaluationA: second, evaluationB: fourth }
  }
  return { screen: 'evaluation', evaluationId: second }
}

/** `#/data`, `…/<data set>`, `…/<data set>/insights` and `…/<data set>/image/<id>`. */
function dataRoute(datasetId: string | undefined, third?: string, fourth?: string, search = ''): Route {
  if (!datasetId) return { screen: 'datasets' }
  const query = search === '' ? {} : { query: search }
  if (third === 'image' && fourth) return { screen: 'image', datasetId, imageId: fourth, ...query }
  const page = DATASET_PAGES.find((known) => known === third)
  return { screen: 'dataset', datasetId, ...(page && { page }), ...query }
}

/** A hash typed by hand may contain a stray percent sign. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function navigate(route: Route): void {
  window.location.hash = hrefOf(route)
}

const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  return useMemo(() => parseHash(hash), [hash])
}
