import { oneLine } from '../shared/domain/printable.ts'
import type { Issue } from '../shared/graph/issue.ts'

/** One line for each issue: severity, position, remedy, code. */
export function issueLine(issue: Issue): string {
  const where = [
    issue.node_id === undefined ? null : `block ${issue.node_id}`,
    issue.edge_index === undefined ? null : `wire ${issue.edge_index + 1}`,
    issue.field ? issue.field : null,
  ].filter((part) => part !== null)
  return oneLine(
    `${issue.severity}: ${where.length > 0 ? `${where.join(', ')}: ` : ''}${issue.message} (${issue.code})`,
  )
}
