/** The actions that the filter offers, by their subject. */
import { changes } from '../../../../shared/api/endpoint.ts'
import { ENDPOINTS } from '../../../../shared/api/index.ts'
import { texts } from '../../../texts/texts.ts'
import { actionText } from './action-text.ts'

const { groups, others, otherActions } = texts.audit
const subjects: Readonly<Record<string, string>> = groups

interface ActionGroup {
  group: string
  items: { value: string; label: string }[]
}

export function actionOptions(): ActionGroup[] {
  const bySubject = new Map<string, ActionGroup>()
  for (const [id, endpoint] of ENDPOINTS) {
    if (!changes(endpoint) || endpoint.role === undefined) continue
    const group = subjects[id.split('.')[0] as string] ?? id
    const found = bySubject.get(group) ?? { group, items: [] }
    bySubject.set(group, found)
    found.items.push({ value: id, label: actionText(id) })
  }
  const rest = Object.entries(others).map(([value, label]) => ({ value, label }))
  const sorted = [...bySubject.values()].sort((a, b) => a.group.localeCompare(b.group))
  return [...sorted, { group: otherActions, items: rest }]
}
