/** Entries of the audit log as text: their actions, and their objects with the screens that show these. */

import type { AuditEntry } from '../../../../shared/api/audit.ts'
import { changes } from '../../../../shared/api/endpoint.ts'
import { ENDPOINTS } from '../../../../shared/api/index.ts'
import type { Route } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'

const { groups, verbs, others, named, otherActions } = texts.audit
const subjectOf: Readonly<Record<string, string>> = groups
const verbOf: Readonly<Record<string, string>> = verbs
const nameOf: Readonly<Record<string, string>> = others

/** An action of a newer server keeps its id. */
export function actionText(action: string): string {
  const [group = '', name = ''] = action.split('.')
  const subject = subjectOf[group]
  const verb = verbOf[name]
  return nameOf[action] ?? (subject !== undefined && verb !== undefined ? named(subject, verb) : action)
}

interface ActionGroup {
  group: string
  items: { value: string; label: string }[]
}

/** The actions that the filter offers, by their subject. */
export function actionOptions(): ActionGroup[] {
  const bySubject = new Map<string, ActionGroup>()
  for (const [id, endpoint] of ENDPOINTS) {
    if (!changes(endpoint) || endpoint.role === undefined) continue
    const group = subjectOf[id.split('.')[0] as string] ?? id
    const found = bySubject.get(group) ?? { group, items: [] }
    bySubject.set(group, found)
    found.items.push({ value: id, label: actionText(id) })
  }
  const rest = Object.entries(nameOf).map(([value, label]) => ({ value, label }))
  const sorted = [...bySubject.values()].sort((a, b) => a.group.localeCompare(b.group))
  return [...sorted, { group: otherActions, items: rest }]
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i
const ID_SHOWN = 8
const ENDS = /^(delete|bulkDelete|remove|revoke)/

interface EntryObject {
  text: string
  /** Null when the Studio has no screen for it, or the action has removed it. */
  route: Route | null
}

/** The object of an entry as text, and the screen that shows it. Null for actions without an object. */
export function objectOf({ action, object }: AuditEntry, names: ReadonlyMap<string, string>): EntryObject | null {
  // The entry of a rotation has a number of keys.
  if (action === 'masterKey.rotate') return null
  const values = Object.values(object)
  const [first] = values
  if (first === undefined) return null
  const name = values.find((value) => !ID.test(value)) ?? values.map((value) => names.get(value)).find(Boolean)
  return { text: name ?? first.slice(0, ID_SHOWN), route: routeOf(action, object, names) }
}

function routeOf(
  action: string,
  object: Readonly<Record<string, string>>,
  names: ReadonlyMap<string, string>,
): Route | null {
  const [group, name = ''] = action.split('.')
  const { run_id: runId, workflow, deployment, id } = object
  switch (group) {
    case 'organizations':
      return { screen: 'settings', page: 'organization' }
    case 'apiKeys':
      return { screen: 'settings', page: 'keys' }
    case 'webhooks':
      return { screen: 'activity', page: 'webhooks' }
    case 'models':
      return { screen: 'models' }
  }
  if (ENDS.test(name) && name !== 'deleteArtifact') return null
  // A resumed run is continued by a new one, whose id is in the reply.
  if (runId !== undefined) return { screen: 'run', runId: name === 'resume' ? (id ?? runId) : runId }
  if (group === 'deployments') {
    const deploymentId = id ?? deployment
    return deploymentId !== undefined && names.has(deploymentId) ? { screen: 'deployment', deploymentId } : null
  }
  // The address may have the name of a workflow, the reply has its id. A workflow without a name was deleted since.
  const workflowId = id ?? workflow
  return group === 'workflows' && workflowId !== undefined && names.has(workflowId)
    ? { screen: 'editor', workflowId }
    : null
}
