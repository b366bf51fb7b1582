/**
 * What is wrong with a graph. Pure and total: any JSON is answered with issues, never with an exception; O(V + E).
 * The renderer calls it on every edit, the platform before every run, the command line for files.
 */
import { Value } from 'typebox/value'
import { BLOCK_KINDS, isBlockKind } from '../blocks/catalogue.ts'
import { configIssues } from './config-issues.ts'
import { flowOf, type KnownNode, loopEdges } from './flow.ts'
import { geometryIssues } from './geometry-issues.ts'
import { Graph } from './graph.ts'
import { type Issue, issue } from './issue.ts'
import { lint, type ValidationContext } from './lint.ts'
import { structureIssues } from './structure.ts'
import { unsetIssues } from './unset-issues.ts'
import { wiresOf } from './wires.ts'

export function validate(graph: unknown, context: ValidationContext = {}): Issue[] {
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
  const configs = flow.nodes.flatMap(configIssues)
  const broken = new Set(configs.map((i) => i.node_id))
  const sound = flow.nodes.filter((n) => !broken.has(n.id))
  const found = [
    ...known.issues,
    ...wires.issues,
    ...loops,
    ...configs,
    ...sound.flatMap((n) => [...geometryIssues(n), ...unsetIssues(n)]),
    ...structureIssues(flow, nodes.length),
  ]
  return loops.length === 0 && broken.size === 0 ? [...found, ...lint(flow, context)] : found
}

function shapeIssues(graph: unknown): Issue[] {
  if (typeof graph !== 'object' || graph === null || Array.isArray(graph)) {
    return [issue('graph.shape', 'A graph is an object with version, nodes and edges.')]
  }
  const { version } = graph as { version?: unknown }
  if (version !== 1) {
    return [
      issue(
        'graph.version',
        `This graph has version ${JSON.stringify(version) ?? 'none'}; this app reads version 1. Update the app, or save the graph again.`,
        { field: '/version' },
      ),
    ]
  }
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
