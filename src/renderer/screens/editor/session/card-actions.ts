/** Groups, notes and switches of the selection. */
import { notifications } from '@mantine/notifications'
import { bypassPorts } from '../../../../shared/graph/effective-graph.ts'
import type { NodeSwitch } from '../../../../shared/graph/graph.ts'
import { findNode, freshId, type Position, takenIds } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { Camera } from '../canvas-state/camera.ts'
import { movable } from './placing-actions.ts'
import type { EditorSession } from './session.ts'
import { setUi } from './ui-store.ts'

export interface CardActions {
  /** Puts the selection into a new group and starts editing its title. */
  group(): void
  ungroup(): void
  /** Collapses or expands the groups that are selected or contain the selection. */
  toggleCollapsed(): void
  /** Adds a note at a canvas position, or in the centre of the view. */
  addNote(at?: Position): void
  /** Mutes or bypasses the selection; reverts it when all of it already is. */
  toggleSwitch(to: NodeSwitch): void
}

const NOTE = { width: 220, height: 120 }

export function createCardActions({ documents }: EditorSession, camera: Camera): CardActions {
  const state = () => documents.getState()
  const layout = () => state().doc.layout

  /** Returns the groups that are selected or contain a selected item. */
  function groupsAtHand(): string[] {
    const chosen = new Set(state().selection.nodes)
    return Object.entries(layout().frames ?? {})
      .filter(([id, f]) => chosen.has(id) || f.members.some((m) => chosen.has(m)))
      .map(([id]) => id)
  }

  return {
    group: () => {
      const members = movable(state().doc, state().selection.nodes)
      if (members.length === 0) return
      const id = freshId('frame', takenIds(state().doc))
      const group = { title: texts.editor.session.newGroup, color: 'blue' as const, members }
      state().run({ type: 'group', id, group, how: 'new' }, { nodes: [id], edges: [] })
      setUi({ renaming: id })
    },

    ungroup: () => {
      const ids = groupsAtHand()
      const members = ids.flatMap((id) => layout().frames?.[id]?.members ?? [])
      if (ids.length > 0) state().run({ type: 'ungroup', ids }, { nodes: members, edges: [] })
    },

    toggleCollapsed: () => {
      for (const id of groupsAtHand()) {
        const group = layout().frames?.[id]
        if (!group) continue
        const command = { type: 'group', id, group: { ...group, collapsed: !group.collapsed } } as const
        state().seal()
        state().run(command, { nodes: [id], edges: [] })
      }
    },

    addNote: (at) => {
      const middle = at ?? camera.centre()
      const id = freshId('note', takenIds(state().doc))
      const place = at ?? { x: middle.x - NOTE.width / 2, y: middle.y - NOTE.height / 2 }
      const note = { ...NOTE, ...place, text: '', color: 'amber' as const }
      state().run({ type: 'note', id, note }, { nodes: [id], edges: [] })
      state().seal()
      setUi({ renaming: id })
    },

    toggleSwitch: (to) => {
      const { doc, selection } = state()
      const nodes = movable(doc, selection.nodes).flatMap((id) => findNode(doc.graph, id) ?? [])
      const fitting = to === 'muted' ? nodes : nodes.filter((n) => bypassPorts(n.type) !== null)
      if (fitting.length === 0) {
        if (nodes.length > 0) {
          const message = texts.editor.session.noBypass
          notifications.show({ message, color: 'yellow' })
        }
        return
      }
      const all = fitting.every((n) => doc.layout.switches?.[n.id] === to)
      state().run({ type: 'switch', nodeIds: fitting.map((n) => n.id), to: all ? null : to })
    },
  }
}
