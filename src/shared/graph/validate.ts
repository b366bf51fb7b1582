/**
 * Validates a graph. Pure and total: any JSON yields issues, never an exception, in O(n log n) of its size, and at most
 * `MAX_ISSUES` of them. The renderer calls it on every edit, the platform before every run, the command line for files.
 */
import { Value } from 'typebox/value'
import { BLOCK_KINDS, isBlockKind } from '../blocks/catalogue.ts'
import { isDeeperThan } from '../domain/json-bounds.ts'
import { MAX_DEPTH, MAX_EDGES, MAX_ISSUES, MAX_NODES } from '../domain/limits.ts'
import { configIssues } from './config-issues.ts'
import { flowOf, type KnownNode, loopEdges } from './flow.ts'
import { geometryIssues } from './geometry-issues.ts'
import { Graph, WORKFLOW_VERSION } from './graph.ts'
import { type Issue, issue } from './issue.ts'
import { lint, type ValidationContext } from './lint.ts'
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
  const message = `There are more problems than these ${MAX_ISSUES}. Mend these first.`
  return [...[...errors, ...warnings].slice(0, MAX_ISSUES), issue('graph.more_issues', message)]
}

function allIssues(graph: unknown, context: ValidationContext): Issue[] {
  const shape = shapeIssues(graph)
  if (shape.length > 0) return shape
  const { nodes } = graph as Graph
  const known = knownNodes(nodes)
  const wires = wiresOf(graph as Graph, known.nodes)
  const flow = flowOf([...known.nodes.values()], wires.wires)
  const loops = loopEdges(flow).map((edge_index) =>
    issue('graph.loop', 'This wire is part of a loop. Remove a wire of the loop, so that results flow one way.', {
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

function shapeIssues(graph: unknown): Issue[] {
  if (typeof graph !== 'object' || graph === null || Array.isArray(graph)) {
    return [issue('graph.shape', 'A graph is an object with version, nodes and edges.')]
  }
  if (isDeeperThan(graph, MAX_DEPTH)) {
    const message = `This graph is nested more than ${MAX_DEPTH} levels deep. Remove what is nested in it.`
    return [issue('graph.shape', message)]
  }
  const { version } = graph as { version?: unknown }
  if (version !== WORKFLOW_VERSION) {
    const found = typeof version === 'number' ? version : 'none'
    return [
      issue(
        'graph.version',
        `This graph has version ${found}; this app reads version ${WORKFLOW_VERSION}. Update the app, or save the graph again.`,
        { field: '/version' },
      ),
    ]
  }
  const tooLarge = sizeIssue(graph as { nodes?: unknown; edges?: unknown })
  if (tooLarge) return [tooLarge]
  if (Value.Check(Graph, graph)) return []
  const byField = new Map<string, Issue>()
  for (const error of Value.Errors(Graph, graph)) {
    const field = error.instancePath
    if (error.keyword === 'additionalProperties' || byField.has(field)) continue
    const what = error.keyword === 'boolean' ? 'is not a field of a graph' : error.message
    byField.set(field, issue('graph.shape', `${field || 'The graph'} ${what}.`, { field }))
  }
  return [...byField.values()]
}

function sizeIssue({ nodes, edges }: { nodes?: unknown; edges?: unknown }): Issue | null {
  if (Array.isArray(nodes) && nodes.length > MAX_NODES) {
    const message = `A workflow has at most ${MAX_NODES} blocks. Split it into several workflows.`
    return issue('graph.shape', message, { field: '/nodes' })
  }
  if (Array.isArray(edges) && edges.length > MAX_EDGES) {
    const message = `A workflow has at most ${MAX_EDGES} wires, those past bypassed blocks among them. Split it into several workflows.`
    return issue('graph.shape', message, { field: '/edges' })
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
        issue('node.duplicate_id', `Two blocks have the id “${node.id}”. Give one of them another id.`, {
          node_id: node.id,
        }),
      )
      continue
    }
    seen.add(node.id)
    if (isBlockKind(node.type)) known.set(node.id, node as KnownNode)
    else {
      const message = `There is no block of kind “${node.type}”. The kinds are ${BLOCK_KINDS.join(', ')}.`
      issues.push(issue('node.unknown_kind', message, { node_id: node.id }))
    }
  }
  return { nodes: known, issues }
}

export type { ValidationContext }
