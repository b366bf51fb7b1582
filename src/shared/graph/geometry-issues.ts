/** Checks lines and zones: enough distinct points, inside the frame, zones that do not cross themselves. */

import { withDefaults } from '../blocks/catalogue.ts'
import type { NormPoint } from '../domain/geometry.ts'
import { crossesItself } from '../domain/self-crossing.ts'
import { type Message, message } from '../messages/message.ts'
import type { KnownNode } from './flow.ts'
import { type Issue, issue } from './issue.ts'

interface Shape {
  kind: 'line' | 'zone'
  /** The name of a geometry, or the number of a condition's rule. */
  named: { name: string } | { rule: number }
  points: readonly NormPoint[]
  field: string
}

const isInside = ([x, y]: NormPoint) => x >= 0 && x <= 1 && y >= 0 && y <= 1
const distinct = (points: readonly NormPoint[]) => new Set(points.map((p) => `${p[0]},${p[1]}`)).size

const about = ({ named }: Shape, problem: 'line_points' | 'zone_points' | 'zone_crosses_itself'): Message =>
  'name' in named ? message(`field.${problem}`, named) : message(`field.rule_${problem}`, named)

const outside = ({ kind, named }: Shape): Message =>
  'name' in named
    ? message('field.shape_outside', named)
    : message('field.rule_shape_outside', { kind, rule: named.rule })

function shapeIssues(node: KnownNode, shape: Shape): Issue[] {
  const at = { node_id: node.id, field: `${shape.field}/points` }
  const found: Issue[] = []
  if (!shape.points.every(isInside)) {
    found.push(issue('geometry.outside', outside(shape), at))
  }
  if (shape.kind === 'line' && (shape.points.length < 2 || distinct(shape.points) < 2)) {
    found.push(issue('geometry.line', about(shape, 'line_points'), at))
  }
  if (shape.kind === 'zone') {
    if (distinct(shape.points) < 3) {
      found.push(issue('geometry.zone', about(shape, 'zone_points'), at))
    } else if (crossesItself(shape.points.map(([x, y]) => ({ x, y })))) {
      found.push(issue('geometry.zone', about(shape, 'zone_crosses_itself'), at))
    }
  }
  return found
}

/** For a measure or condition block whose config fits its schema. */
export function geometryIssues(node: KnownNode): Issue[] {
  if (node.type === 'measure') {
    const { geometries } = withDefaults('measure', node.config)
    const shapes = geometries.map((g, i) => ({ ...g, named: { name: g.name }, field: `/geometries/${i}` }))
    return [...shapes.flatMap((s) => shapeIssues(node, s)), ...duplicateNames(node, geometries)]
  }
  if (node.type === 'condition') {
    return withDefaults('condition', node.config).rules.flatMap((rule, i) =>
      rule.subject === 'line' || rule.subject === 'zone'
        ? shapeIssues(node, {
            kind: rule.subject,
            named: { rule: i + 1 },
            points: rule.points ?? [],
            field: `/rules/${i}`,
          })
        : [],
    )
  }
  return []
}

function duplicateNames(node: KnownNode, geometries: readonly { name: string }[]): Issue[] {
  const seen = new Set<string>()
  return geometries.flatMap((g, i) => {
    if (!seen.has(g.name)) {
      seen.add(g.name)
      return []
    }
    const reason = message('field.duplicate_name', { name: g.name })
    return [issue('geometry.duplicate_name', reason, { node_id: node.id, field: `/geometries/${i}/name` })]
  })
}
