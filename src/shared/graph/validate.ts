/**
 * Validates a graph. Pure and total: any JSON yields issues, never an exception, in O(n log n) of its size, and at most
 * `MAX_ISSUES` of them. The renderer calls it on every edit, the platform before every run, the command line for files.
 */
import { BLOCK_KINDS, isBlockKind } from '../blocks/catalogue.ts'
import { isDeeperThan } from '../domain/json-bounds.ts'
import { MAX_DEPTH, MAX_EDGES, MAX_ISSUES, MAX_NODES } from '../domain/limits.ts'
import { type Message, message } from '../messages/message.ts'
import { configIssues } from './config-issues.ts'
import { flowOf, type KnownNode, loopEdges } from './flow.ts'
import { geometryIssues } from './geometry-issues.ts'
import { type Graph, WORKFLOW_VERSION } from './graph.ts'
import { type Issue, issue } from './issue.ts'
import { lint, type ValidationContext } from './lint.ts'
import { graphErrors } from './schema-errors.ts'
import { structureIssues } from './structure.ts'
import { unsetIssues } from './unset-issues.ts'
import { wiresOf } from './wires.ts'

export function validate(graph: unknown, context: ValidationContext = {}): Issue[] {
  return firstIssues(allIssues(graph, context))
}

/** Keeps errors before warnings when the list is cut, so that those blocking a run are included. */
function firstIssues(all: Issue[]): Issue[] {
  if (all.length <= MAX_ISSUES) return all
  const errors = all.filter((i) => i.severity === 'error')
  const warnings = all.filter((i) => i.severity !== 'error')
  return [
    ...[...errors, ...warnings].slice(0, MAX_ISSUES),
    issue('graph.more_issues', message('graph.more_issues', { max: MAX_ISSUES })),
  ]
}

function allIssues(graph: unknown, context: ValidationContext): Issue[] {
  const shape = shapeIssues(graph)
  if (shape.length > 0) return shape
  const { nodes } = graph as Graph
  const known = knownNodes(nodes)
  const wires = wiresOf(graph as Graph, known.nodes)
  const flow = flowOf([...known.nodes.values()], wires.wires)
  const loops = loopEdges(flow).map((edge_index) =>
    issue('graph.loop', message('wire.loop'), {
      edge_index,
    }),
  )
  const { issues: configs, sound } = checkConfigs(flow.nodes)
  const found = [
    ...known.issues,
    ...wires.issues,
    ...loops,
    ...configs,
    ...sound.flatMap((n) => [...geometryIssues(n), ...unsetIssues(n)]),
    ...structureIssues(flow, { ...wires, nodeCount: nodes.length }),
  ]
  return loops.length === 0 && configs.length === 0 ? [...found, ...lint(flow, context)] : found
}

/** Stops when there are enough issues: the remaining blocks count as broken. */
function checkConfigs(nodes: readonly KnownNode[]): { issues: Issue[]; sound: KnownNode[] } {
  const issues: Issue[] = []
  const sound: KnownNode[] = []
  for (const node of nodes) {
    const found = configIssues(node)
    if (found.length === 0) sound.push(node)
    issues.push(...found)
    if (issues.length > MAX_ISSUES) break
  }
  return { issues, sound }
}

/** Reasons why JSON is no graph; empty for one that may still have other issues. */
export function shapeIssues(graph: unknown): Issue[] {
  if (typeof graph !== 'object' || graph === null || Array.isArray(graph)) {
    return [issue('graph.shape', message('graph.not_an_object'))]
  }
  if (isDeeperThan(graph, MAX_DEPTH)) {
    return [issue('graph.shape', message('graph.too_deep', { max: MAX_DEPTH }))]
  }
  const { version } = graph as { version?: unknown }
  if (version !== WORKFLOW_VERSION) {
    const known = WORKFLOW_VERSION
    const reason =
      typeof version === 'number'
        ? message('graph.other_version', { version, known })
        : message('graph.no_version', { known })
    return [issue('graph.version', reason, { field: '/version' })]
  }
  const tooLarge = sizeIssue(graph as { nodes?: unknown; edges?: unknown })
  if (tooLarge) return [tooLarge]
  const byField = new Map<string, Issue>()
  for (const { keyword, field, problem } of graphErrors(graph)) {
    if (byField.has(field)) continue
    const id = keyword === 'pattern' ? reservedId(graph, field) : null
    byField.set(
      field,
      id === null
        ? issue('graph.shape', malformed(field, keyword, problem), { field })
        : issue('node.reserved_id', message('graph.reserved_id', { id }), { node_id: id }),
    )
  }
  return [...byField.values()]
}

/** The id of a block at this place; null for another field. */
function reservedId(graph: object, field: string): string | null {
  const index = /^\/nodes\/(\d+)\/id$/.exec(field)?.[1]
  return index === undefined ? null : ((graph as Graph).nodes[Number(index)]?.id ?? null)
}

function malformed(place: string, keyword: string, problem: string): Message {
  if (place === '') return message('graph.malformed', { problem })
  return keyword === 'unknown'
    ? message('graph.unknown_field', { place })
    : message('graph.malformed_at', { place, problem })
}

function sizeIssue({ nodes, edges }: { nodes?: unknown; edges?: unknown }): Issue | null {
  if (Array.isArray(nodes) && nodes.length > MAX_NODES) {
    return issue('graph.shape', message('graph.too_many_blocks', { max: MAX_NODES }), { field: '/nodes' })
  }
  if (Array.isArray(edges) && edges.length > MAX_EDGES) {
    return issue('graph.shape', message('graph.too_many_wires', { max: MAX_EDGES }), { field: '/edges' })
  }
  return null
}

function knownNodes(nodes: Graph['nodes']): { nodes: Map<string, KnownNode>; issues: Issue[] } {
  const known = new Map<string, KnownNode>()
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const node of nodes) {
    if (seen.has(node.id)) {
      issues.push(
        issue('node.duplicate_id', message('graph.duplicate_id', { id: node.id }), {
          node_id: node.id,
        }),
      )
      continue
    }
    seen.add(node.id)
    if (isBlockKind(node.type)) known.set(node.id, node as KnownNode)
    else {
      const reason = message('graph.unknown_kind', { kind: node.type, kinds: BLOCK_KINDS.join(', ') })
      issues.push(issue('node.unknown_kind', reason, { node_id: node.id }))
    }
  }
  return { nodes: known, issues }
}

export type { ValidationContext }
