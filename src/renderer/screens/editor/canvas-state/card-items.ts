/** Converts notes and groups into React Flow nodes. A group has no position: its box encloses its members. */

import type { NodeChange } from '@xyflow/react'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import type { Frame, Note } from '../../../../shared/graph/graph.ts'
import { blockSize } from '../../../parts/workflow/document/document.ts'
import type { Box } from '../../../parts/workflow/document/guides.ts'
import { texts } from '../../../texts/texts.ts'
import type { CanvasNode, GroupItem, NoteItem } from './canvas-store.ts'

const PAD = 20
const HEAD = 40
export const FOLDED = { width: 220, height: 60 }

export function noteItem(
  id: string,
  note: Note,
  selected: boolean,
  hidden: boolean,
  was: CanvasNode | undefined,
): CanvasNode {
  if (
    was?.type === 'note' &&
    was.data.note === note &&
    was.position.x === note.x &&
    was.position.y === note.y &&
    was.selected === selected &&
    (was.hidden ?? false) === hidden &&
    !was.dragging
  ) {
    return was
  }
  const { x, y, width, height } = note
  const start = cutText(note.text.trim(), 60)
  return {
    ...(was as NoteItem | undefined),
    id,
    type: 'note',
    position: { x, y },
    width,
    height,
    selected,
    hidden,
    data: { kind: 'note', note },
    ariaLabel: start ? texts.editor.canvas.cards.note(start) : texts.editor.canvas.cards.emptyNote,
    dragging: false,
  }
}

export function groupItem(id: string, group: Frame, selected: boolean, was: CanvasNode | undefined): GroupItem {
  if (was?.type === 'blockGroup' && was.data.group === group && was.selected === selected) return was
  return {
    position: { x: 0, y: 0 },
    ...(was as GroupItem | undefined),
    id,
    type: 'blockGroup',
    selected,
    data: { kind: 'group', group },
    ariaLabel: texts.editor.canvas.cards.group(
      group.title,
      group.collapsed ? texts.editor.canvas.cards.collapsed : texts.editor.canvas.cards.inside(group.members.length),
    ),
    // React Flow raises the selection by 1000; a group must stay behind its blocks.
    zIndex: group.collapsed ? 1 : selected ? -1001 : -1,
    dragHandle: '.group-handle',
  }
}

/** Returns the box of a block, note or group on the canvas. */
export function boxOf(node: CanvasNode): Box {
  const fallback = node.type === 'block' ? blockSize(node.data.kind) : FOLDED
  return {
    ...node.position,
    width: node.measured?.width ?? node.width ?? fallback.width,
    height: node.measured?.height ?? node.height ?? fallback.height,
  }
}

/** Returns the same list with every group's box around its members; unchanged groups stay the same objects. */
export function withGroupBoxes(nodes: CanvasNode[], old: readonly CanvasNode[]): CanvasNode[] {
  if (!nodes.some((n) => n.type === 'blockGroup')) return nodes
  const byId = new Map(nodes.map((n) => [n.id, n]))
  const before = new Map(old.map((n) => [n.id, n]))
  return nodes.map((node) => {
    if (node.type !== 'blockGroup') return node
    const { members, collapsed } = node.data.group
    const boxes = members.flatMap((id) => {
      const member = byId.get(id)
      return member ? [boxOf(member)] : []
    })
    const box = around(boxes, collapsed === true)
    const same = node.position.x === box.x && node.position.y === box.y
    if (same && node.width === box.width && node.height === box.height) return node
    const was = before.get(node.id)
    const next = { ...node, position: { x: box.x, y: box.y }, width: box.width, height: box.height }
    return was && JSON.stringify(was) === JSON.stringify(next) ? (was as GroupItem) : next
  })
}

function around(boxes: readonly Box[], collapsed: boolean): Box {
  if (boxes.length === 0) return { x: 0, y: 0, ...FOLDED }
  // A collapsed group stays within the area of its members, and so covers nothing else.
  if (collapsed) return { x: Math.min(...boxes.map((b) => b.x)), y: Math.min(...boxes.map((b) => b.y)), ...FOLDED }
  const x = Math.min(...boxes.map((b) => b.x)) - PAD
  const y = Math.min(...boxes.map((b) => b.y)) - HEAD
  const right = Math.max(...boxes.map((b) => b.x + b.width)) + PAD
  const bottom = Math.max(...boxes.map((b) => b.y + b.height)) + PAD
  return { x, y, width: right - x, height: bottom - y }
}

/** Moving a group moves its members; members that are dragged along themselves are not moved twice. */
export function movingMembers(
  changes: readonly NodeChange<CanvasNode>[],
  nodes: readonly CanvasNode[],
): NodeChange<CanvasNode>[] {
  const moves = changes.filter((c) => c.type === 'position')
  const groups = new Map(nodes.flatMap((n) => (n.type === 'blockGroup' ? [[n.id, n] as const] : [])))
  if (!moves.some((c) => groups.has(c.id))) return [...changes]
  const own = new Set(moves.map((c) => c.id))
  const byId = new Map(nodes.map((n) => [n.id, n]))
  return changes.flatMap((change): NodeChange<CanvasNode>[] => {
    const group = change.type === 'position' ? groups.get(change.id) : undefined
    if (!group || change.type !== 'position' || !change.position) return group ? [] : [change]
    const dx = change.position.x - group.position.x
    const dy = change.position.y - group.position.y
    return group.data.group.members.flatMap((id): NodeChange<CanvasNode>[] => {
      const member = byId.get(id)
      if (!member || own.has(id)) return []
      const position = { x: member.position.x + dx, y: member.position.y + dy }
      return [{ type: 'position', id, position, dragging: change.dragging ?? false }]
    })
  })
}
