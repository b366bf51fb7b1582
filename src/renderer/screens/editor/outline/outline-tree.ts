/**
 * Builds a tree from a workflow: sources at the root, under each block the blocks it feeds. A block with several inputs
 * is listed under one of them, the furthest from a source, and referenced by the others. Accepts damaged graphs and
 * loops: every block is listed exactly once.
 */
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { type EditorDocument, findNode, withHandles } from '../../../parts/workflow/document/document.ts'
import type { Problem } from '../session/issue-store.ts'

interface Branch {
  /** Stable across edits, and unique in the tree. */
  key: string
  children: readonly OutlineItem[]
}

export interface BlockEntry extends Branch {
  sort: 'block'
  nodeId: string
  /** The blocks that feed it besides its parent. */
  alsoFedBy: readonly string[]
  /** The output of the parent block, if that has several. */
  via: string | null
}

export interface ReferenceEntry extends Branch {
  sort: 'reference'
  /** The referenced block. */
  nodeId: string
  /** The block that feeds it here. */
  from: string
  via: string | null
}

export interface CardEntry extends Branch {
  sort: 'note' | 'group'
  nodeId: string
}

export interface MemberEntry extends Branch {
  sort: 'member'
  nodeId: string
}

export interface HeadingEntry extends Branch {
  sort: 'heading'
  heading: 'problems' | 'unconnected' | 'groups' | 'notes'
}

export interface ProblemEntry extends Branch {
  sort: 'problem'
  issue: Problem
}

export type OutlineItem = BlockEntry | ReferenceEntry | CardEntry | MemberEntry | HeadingEntry | ProblemEntry

/** `loose` are problems that belong to no block. */
export function outlineOf({ graph, layout }: EditorDocument, loose: readonly Problem[] = []): OutlineItem[] {
  const flow = flowOf(graph)
  const branch = (id: string, parent: string | null): BlockEntry => ({
    sort: 'block',
    key: blockKey(id),
    nodeId: id,
    alsoFedBy: flow.feeders(id).filter((f) => f !== parent),
    via: parent === null ? null : outputTitle(graph, parent, id),
    children: flow.feeds(id).map((to) =>
      flow.owner(to) === id
        ? branch(to, id)
        : {
            sort: 'reference',
            key: `wire:${id}>${to}`,
            nodeId: to,
            from: id,
            via: outputTitle(graph, id, to),
            children: [],
          },
    ),
  })
  const roots = flow.ids.filter((id) => flow.owner(id) === null)
  const isSource = (id: string) => findNode(graph, id)?.type === 'source'
  const loners = roots.filter((id) => !isSource(id)).map((id) => branch(id, null))
  const problems = loose.map(
    (issue, i): ProblemEntry => ({ sort: 'problem', key: `problem:${issue.code}:${i}`, issue, children: [] }),
  )
  const groups = Object.entries(layout.frames ?? {}).map(([id, group]): CardEntry => {
    const members = group.members.map(
      (m): MemberEntry => ({ sort: 'member', key: `member:${id}:${m}`, nodeId: m, children: [] }),
    )
    return { sort: 'group', key: `group:${id}`, nodeId: id, children: members }
  })
  const notes = Object.keys(layout.notes ?? {}).map(
    (id): CardEntry => ({ sort: 'note', key: `note:${id}`, nodeId: id, children: [] }),
  )
  return [
    ...roots.filter(isSource).map((id) => branch(id, null)),
    ...heading('unconnected', loners),
    ...heading('groups', groups),
    ...heading('notes', notes),
    ...heading('problems', problems),
  ]
}

export const blockKey = (nodeId: string): string => `block:${nodeId}`

const heading = (which: HeadingEntry['heading'], children: readonly OutlineItem[]): HeadingEntry[] =>
  children.length > 0 ? [{ sort: 'heading', key: `heading:${which}`, heading: which, children }] : []

/** Collects the connected pairs of blocks, each once, and the parent of each block. */
function flowOf(graph: Graph) {
  const ids = [...new Set(graph.nodes.map((n) => n.id))]
  const known = new Set(ids)
  const into = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  const outOf = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const { source, target } of graph.edges) {
    if (source === target || !known.has(source) || !known.has(target)) continue
    into.get(target)?.add(source)
    outOf.get(source)?.add(target)
  }
  const feeders = (id: string) => [...(into.get(id) ?? [])]
  const feeds = (id: string) => [...(outOf.get(id) ?? [])]
  const order = inOrder(ids, feeders, feeds)
  const rank = new Map(order.map((id, i) => [id, i]))
  const rankOf = (id: string) => rank.get(id) ?? 0
  const reached = new Set<string>()
  const depth = new Map<string, number>()
  const owners = new Map<string, string | null>()
  for (const id of order) {
    const above = feeders(id).filter((f) => rankOf(f) < rankOf(id))
    const type = findNode(graph, id)?.type
    if (type === 'source' || above.some((f) => reached.has(f))) reached.add(id)
    depth.set(id, Math.max(0, ...above.map((f) => (depth.get(f) ?? 0) + 1)))
    const weight = (f: string) => (depth.get(f) ?? 0) + (reached.has(f) ? order.length : 0)
    const [first, ...others] = above
    owners.set(
      id,
      first === undefined ? null : others.reduce((best, f) => (weight(f) > weight(best) ? f : best), first),
    )
  }
  return { ids, feeders, feeds, owner: (id: string) => owners.get(id) ?? null }
}

/** Sorts blocks after all their inputs; those in a loop are last, in drawing order. */
function inOrder(
  ids: readonly string[],
  feeders: (id: string) => string[],
  feeds: (id: string) => string[],
): readonly string[] {
  const waiting = new Map(ids.map((id) => [id, feeders(id).length]))
  const order = ids.filter((id) => waiting.get(id) === 0)
  for (const id of order) {
    for (const to of feeds(id)) {
      const left = (waiting.get(to) ?? 0) - 1
      waiting.set(to, left)
      if (left === 0) order.push(to)
    }
  }
  const placed = new Set(order)
  return [...order, ...ids.filter((id) => !placed.has(id))]
}

function outputTitle(graph: Graph, from: string, to: string): string | null {
  const type = findNode(graph, from)?.type ?? ''
  if (!isBlockKind(type)) return null
  const { outputs } = BLOCKS[type] as BlockKind
  if (outputs.length < 2) return null
  const used = graph.edges
    .filter((e) => e.source === from && e.target === to)
    .map((e) => withHandles(graph, e).sourceHandle)
  return outputs.flatMap((p) => (used.includes(p.id) ? [p.title] : [])).join(', ') || null
}

/** A visible row of the tree. */
export interface OutlineRow {
  item: OutlineItem
  /** 1 at the root. */
  level: number
  /** Position among its siblings, from 1. */
  position: number
  siblings: number
  parent: string | null
  /** Null for a row without children. */
  expanded: boolean | null
}

export function rowsOf(items: readonly OutlineItem[], collapsed: ReadonlySet<string>): OutlineRow[] {
  const rows: OutlineRow[] = []
  const add = (list: readonly OutlineItem[], level: number, parent: string | null) => {
    for (const [i, item] of list.entries()) {
      const expanded = item.children.length === 0 ? null : !collapsed.has(item.key)
      rows.push({ item, level, position: i + 1, siblings: list.length, parent, expanded })
      if (expanded) add(item.children, level + 1, item.key)
    }
  }
  add(items, 1, null)
  return rows
}

/** Keys from the root to the item itself; empty when it is not in the tree. */
export function pathTo(items: readonly OutlineItem[], key: string): string[] {
  for (const item of items) {
    if (item.key === key) return [key]
    const below = pathTo(item.children, key)
    if (below.length > 0) return [item.key, ...below]
  }
  return []
}

/** Returns the next row whose name begins with the typed text, from the row after `from` and around; -1 for none. */
export function typedAhead(names: readonly string[], from: number, typed: string): number {
  const wanted = typed.toLowerCase()
  // The same letter repeated cycles through the matches; a longer text stays at a row that still matches.
  const same = [...wanted].every((c) => c === wanted[0])
  const start = same ? from + 1 : from
  const prefix = same ? (wanted[0] ?? '') : wanted
  for (let i = 0; i < names.length; i++) {
    const at = (start + i) % names.length
    if (names[at]?.toLowerCase().startsWith(prefix)) return at
  }
  return -1
}

/** Returns the block at which a problem is shown; null for a problem of the workflow. */
export function placeOf({ graph }: EditorDocument, issue: Issue): string | null {
  if (issue.node_id !== undefined && findNode(graph, issue.node_id)) return issue.node_id
  const edge = issue.edge_index === undefined ? undefined : graph.edges[issue.edge_index]
  return edge && findNode(graph, edge.target) ? edge.target : null
}

/** Returns the problems shown at a block: its own, and those of the wires that end at it. */
export const problemsAt = <T extends Issue>(doc: EditorDocument, all: readonly T[], nodeId: string): T[] =>
  all.filter((issue) => placeOf(doc, issue) === nodeId)
