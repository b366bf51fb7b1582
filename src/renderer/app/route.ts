/** Where the user is, kept in the URL hash so that back, forward and reload work. */
import { useSyncExternalStore } from 'react'

export type Route =
  | { screen: 'home' }
  | { screen: 'editor'; workflowId: string }
  | { screen: 'runs' }
  | { screen: 'run'; runId: string }
  | { screen: 'models' }
  | { screen: 'settings' }

export function hrefOf(route: Route): string {
  switch (route.screen) {
    case 'home':
      return '#/'
    case 'editor':
      return `#/workflows/${encodeURIComponent(route.workflowId)}`
    case 'run':
      return `#/runs/${encodeURIComponent(route.runId)}`
    default:
      return `#/${route.screen}`
  }
}

export function parseHash(hash: string): Route {
  const [first = '', second] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
  if (first === 'workflows' && second) return { screen: 'editor', workflowId: second }
  if (first === 'runs') return second ? { screen: 'run', runId: second } : { screen: 'runs' }
  if (first === 'models' || first === 'settings') return { screen: first }
  return { screen: 'home' }
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
  return parseHash(hash)
}
