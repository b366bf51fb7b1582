/** Edits notes, groups and switches of the layout. Each function returns the same layout when nothing changes. */
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { bypassPorts } from '../../../../shared/graph/effective-graph.ts'
import type { Frame, Layout, NodeSwitch, Note } from '../../../../shared/graph/graph.ts'
import { type EditorDocument, findNode } from '../../../parts/workflow/document/document.ts'

export function withNote(layout: Layout, id: string, note: Note): Layout {
  const next = { ...note, x: Math.round(note.x), y: Math.round(note.y), text: cutText(note.text, 4000) }
  if (JSON.stringify(layout.notes?.[id]) === JSON.stringify(next)) return layout
  return { ...layout, notes: { ...layout.notes, [id]: next } }
}

/** An item belongs to one group at most: the members leave their previous groups. */
export function withGroup(layout: Layout, id: string, group: Frame): Layout {
  const known = (member: string) => Object.hasOwn(layout.nodes, member) || Object.hasOwn(layout.notes ?? {}, member)
  const members = [...new Set(group.members)].filter(known)
  const { collapsed, ...rest } = group
  const next: Frame = { ...rest, title: cutText(group.title, 80), members, ...(collapsed && { collapsed }) }
  if (members.length === 0 || JSON.stringify(layout.frames?.[id]) === JSON.stringify(next)) return layout
  const { [id]: _, ...others } = layout.frames ?? {}
  return tidied({ ...layout, frames: { ...leaving(others, new Set(members)), [id]: next } })
}

export function withoutGroups(layout: Layout, ids: readonly string[]): Layout {
  const gone = ids.filter((id) => Object.hasOwn(layout.frames ?? {}, id))
  if (gone.length === 0) return layout
  return tidied({ ...layout, frames: without(layout.frames, new Set(gone)) })
}

/** Removes nodes, notes and groups by id; a group that loses its last member is removed too. */
export function withoutItems(layout: Layout, ids: ReadonlySet<string>): Layout {
  const there = (record: object | undefined) => record !== undefined && Object.keys(record).some((id) => ids.has(id))
  const grouped = Object.values(layout.frames ?? {}).some((f) => f.members.some((m) => ids.has(m)))
  const touched = [layout.nodes, layout.titles, layout.switches, layout.notes, layout.frames].some(there)
  if (!touched && !grouped) return layout
  return tidied({
    nodes: without(layout.nodes, ids),
    titles: without(layout.titles, ids),
    switches: without(layout.switches, ids),
    notes: without(layout.notes, ids),
    frames: leaving(without(layout.frames, ids), ids),
  })
}

/** Nodes that can't be bypassed are left unchanged. */
export function switched({ graph, layout }: EditorDocument, nodeIds: readonly string[], to: NodeSwitch | null): Layout {
  const fitting = nodeIds.filter((id) => {
    const node = findNode(graph, id)
    if (!node || (layout.switches?.[id] ?? null) === to) return false
    return to !== 'bypassed' || bypassPorts(node.type) !== null
  })
  if (fitting.length === 0) return layout
  const rest = without(layout.switches, new Set(fitting))
  const set = to === null ? {} : Object.fromEntries(fitting.map((id) => [id, to]))
  return tidied({ ...layout, switches: { ...rest, ...set } })
}

/** Drops empty records, so that a layout without notes is the same whether or not it ever had any. */
export function tidied(layout: {
  nodes: Layout['nodes']
  titles?: Layout['titles'] | undefined
  switches?: Layout['switches'] | undefined
  notes?: Layout['notes'] | undefined
  frames?: Layout['frames'] | undefined
}): Layout {
  const { nodes, titles, switches, notes, frames } = layout
  const some = (record: object | undefined) => record !== undefined && Object.keys(record).length > 0
  return {
    nodes,
    ...(some(titles) && { titles: titles as NonNullable<Layout['titles']> }),
    ...(some(switches) && { switches: switches as NonNullable<Layout['switches']> }),
    ...(some(notes) && { notes: notes as NonNullable<Layout['notes']> }),
    ...(some(frames) && { frames: frames as NonNullable<Layout['frames']> }),
  }
}

const without = <T>(record: Record<string, T> | undefined, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([id]) => !ids.has(id)))

const leaving = (frames: Record<string, Frame>, ids: ReadonlySet<string>): Record<string, Frame> =>
  Object.fromEntries(
    Object.entries(frames).flatMap(([id, group]) => {
      if (!group.members.some((m) => ids.has(m))) return [[id, group] as const]
      const members = group.members.filter((m) => !ids.has(m))
      return members.length > 0 ? [[id, { ...group, members }] as const] : []
    }),
  )
