/** Compares two graphs: blocks by their ids, settings with their defaults filled in, wires by the ports they join. */

import { isBlockKind, withDefaults } from '../blocks/catalogue.ts'
import { own } from '../domain/own.ts'
import { alignLists } from './align-lists.ts'
import type { Graph, GraphEdge, GraphNode } from './graph.ts'
import { portsOf } from './ports.ts'

export interface FieldChange {
  /** JSON pointer into the later config; into the earlier one when the later has no such place. */
  pointer: string
  /** JSON pointer into the earlier config; into the later one when the earlier has no such place. */
  pointerBefore: string
  /** Undefined when the field was added. */
  before: unknown
  /** Undefined when the field was removed. */
  after: unknown
}

export interface NodeChange {
  before: GraphNode
  after: GraphNode
  fields: readonly FieldChange[]
}

/** A block whose kind changed is both removed and added. */
export interface GraphDiff {
  added: readonly GraphNode[]
  removed: readonly GraphNode[]
  changed: readonly NodeChange[]
  edgesAdded: readonly GraphEdge[]
  edgesRemoved: readonly GraphEdge[]
}

/**
 * An explicit default equals an absent one, and a wire without named ports equals the one that names the same ports.
 */
export function diffGraphs(before: Graph, after: Graph): GraphDiff {
  const [old, next] = [byId(before.nodes), byId(after.nodes)]
  const lasting = (a: GraphNode | undefined, b: GraphNode | undefined) => a !== undefined && a.type === b?.type
  return {
    added: [...next.values()].filter((n) => !lasting(n, old.get(n.id))),
    removed: [...old.values()].filter((n) => !lasting(n, next.get(n.id))),
    changed: [...next.values()].flatMap((node) => {
      const was = old.get(node.id)
      if (!was || was.type !== node.type) return []
      const fields = diffNodes(was, node)
      return fields.length > 0 ? [{ before: was, after: node, fields }] : []
    }),
    edgesAdded: without(after, before, next, old),
    edgesRemoved: without(before, after, old, next),
  }
}

/** Wires that were added or removed on their own, not with a block. */
export function looseEdges({ added, removed, edgesAdded, edgesRemoved }: GraphDiff) {
  const apart = (edges: readonly GraphEdge[], nodes: readonly GraphNode[]) => {
    const ids = new Set(nodes.map((n) => n.id))
    return edges.filter((e) => !ids.has(e.source) && !ids.has(e.target))
  }
  return { added: apart(edgesAdded, added), removed: apart(edgesRemoved, removed) }
}

/**
 * The number of changes as a person counts them: a block and its wires are one change, each setting is one. 0 when
 * nothing differs.
 */
export function countChanges(diff: GraphDiff): number {
  const edges = looseEdges(diff)
  const fields = diff.changed.reduce((n, c) => n + c.fields.length, 0)
  return diff.added.length + diff.removed.length + fields + edges.added.length + edges.removed.length
}

const byId = (nodes: readonly GraphNode[]) => new Map(nodes.map((n) => [n.id, n]))

/** The settings that differ between two blocks of the same kind. */
function diffNodes(before: GraphNode, after: GraphNode): FieldChange[] {
  if (JSON.stringify(before.config) === JSON.stringify(after.config)) return []
  return diffValues(complete(before), complete(after), '', '')
}

/** Returns the config of a block with its defaults. */
export const complete = ({ type, config }: GraphNode): unknown =>
  isBlockKind(type) ? withDefaults(type, config) : config

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Lists of objects are compared item by item; every other list is one value. */
const isThings = (value: unknown): value is Fields[] => Array.isArray(value) && value.every(isObject)
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

function diffValues(before: unknown, after: unknown, pointer: string, pointerBefore: string): FieldChange[] {
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].sort().flatMap((key) => {
      const part = `/${escaped(key)}`
      return diffValues(own(before, key), own(after, key), pointer + part, pointerBefore + part)
    })
  }
  if (isThings(before) && isThings(after) && before.length + after.length > 0) {
    return alignLists(before, after, nameOf).flatMap(([from, to]) => {
      const at = `${pointer}/${to ?? from}`
      const was = `${pointerBefore}/${from ?? to}`
      return diffValues(from === null ? undefined : before[from], to === null ? undefined : after[to], at, was)
    })
  }
  return canonical(before) === canonical(after) ? [] : [{ pointer, pointerBefore, before, after }]
}

/** The identity of an item in a list: its name if it has one, otherwise its whole content. */
const nameOf = (thing: Fields): string => (typeof thing.name === 'string' ? thing.name : (canonical(thing) ?? ''))

/** JSON with sorted keys; undefined for an absent value. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, v: unknown) =>
    isObject(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) : v,
  )
}

/** The wires of `graph` that are not in `other`; of duplicate wires, only the surplus. */
function without(
  graph: Graph,
  other: Graph,
  nodes: ReadonlyMap<string, GraphNode>,
  others: ReadonlyMap<string, GraphNode>,
): GraphEdge[] {
  const left = new Map<string, number>()
  for (const edge of other.edges) {
    const key = edgeKey(edge, others)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  return graph.edges.filter((edge) => {
    const key = edgeKey(edge, nodes)
    const n = left.get(key) ?? 0
    left.set(key, n - 1)
    return n <= 0
  })
}

/** The ends of a wire, with its ports named when they can be determined. */
function edgeKey(edge: GraphEdge, nodes: ReadonlyMap<string, GraphNode>): string {
  const [from, to] = [nodes.get(edge.source)?.type, nodes.get(edge.target)?.type]
  const ports = isBlockKind(from) && isBlockKind(to) ? portsOf(from, to, edge) : null
  return JSON.stringify([
    edge.source,
    ports?.out.id ?? edge.sourceHandle ?? null,
    edge.target,
    ports?.in.id ?? edge.targetHandle ?? null,
  ])
}
