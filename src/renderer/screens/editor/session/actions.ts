/** All user actions, shared by toolbar, menu, shortcuts, palette and drops. */
import { notifications } from '@mantine/notifications'
import { bypassPorts } from '../../../../shared/graph/effective-graph.ts'
import type { NodeSwitch } from '../../../../shared/graph/graph.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { type Extensions, NO_EXTENSIONS } from '../../../base/extensions/extensions.ts'
import type { OpenWorkflow } from '../../../base/extensions/open-workflow.ts'
import { edgeIds, findNode, freshId, type Position, takenIds } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { Camera } from '../canvas-state/camera.ts'
import { type ClipboardActions, createClipboardActions } from './clipboard-actions.ts'
import {
  type AddingActions,
  createAddingActions,
  createPlacingActions,
  itemIds,
  movable,
  type PlacingActions,
} from './placing-actions.ts'
import type { EditorSession } from './session.ts'
import { setUi, uiStore } from './ui-store.ts'

interface CardActions {
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

/** Groups, notes and switches of the selection. */
function createCardActions({ documents }: EditorSession, camera: Camera): CardActions {
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

export interface EditorActions extends AddingActions, CardActions, ClipboardActions, PlacingActions {
  removeSelection(how?: 'delete' | 'cut' | 'bridge'): void
  selectAll(): void
  selectOthers(): void
  nudge(by: Position): void
  showNode(nodeId: string, field?: string): void
  /** Shows the block or the wire of an issue. */
  showIssue(issue: Issue): void
  run(): Promise<void>
  /** Opens the choice of files, if a screen contributes it. */
  runOnManyFiles(): void
}

export function createActions(
  session: EditorSession,
  camera: Camera,
  { runOnManyFiles }: Pick<Extensions, 'runOnManyFiles'> = NO_EXTENSIONS,
): EditorActions {
  const { documents } = session
  const state = () => documents.getState()
  const doc = () => state().doc

  const actions: EditorActions = {
    ...createAddingActions(session, camera),
    ...createCardActions(session, camera),
    ...createClipboardActions(session),
    ...createPlacingActions(session, camera),

    removeSelection: (how = 'delete') => {
      const { nodes, edges } = state().selection
      state().run({ type: 'remove', nodeIds: nodes, edgeIds: edges, how })
    },

    selectAll: () => state().select({ nodes: itemIds(doc()), edges: edgeIds(doc().graph.edges) }),

    selectOthers: () => {
      const { nodes, edges } = state().selection
      state().select({
        nodes: itemIds(doc()).filter((id) => !nodes.includes(id)),
        edges: edgeIds(doc().graph.edges).filter((id) => !edges.includes(id)),
      })
    },

    nudge: (by) => {
      const positions = Object.fromEntries(
        movable(doc(), state().selection.nodes).map((id) => {
          const p = doc().layout.notes?.[id] ?? doc().layout.nodes[id] ?? { x: 0, y: 0 }
          return [id, { x: p.x + by.x, y: p.y + by.y }]
        }),
      )
      state().run({ type: 'move', positions, how: 'nudge' })
    },

    showNode: (nodeId, field) => {
      state().select({ nodes: [nodeId], edges: [] })
      camera.show(nodeId)
      if (field !== undefined) setUi({ focusField: { nodeId, field } })
    },

    showIssue: ({ node_id, edge_index, field }) => {
      const { graph } = doc()
      if (node_id !== undefined && findNode(graph, node_id)) return actions.showNode(node_id, field)
      const edge = edge_index === undefined ? undefined : graph.edges[edge_index]
      const id = edge_index === undefined ? undefined : edgeIds(graph.edges)[edge_index]
      if (edge && id !== undefined) {
        state().select({ nodes: [], edges: [id] })
        if (findNode(graph, edge.target)) camera.show(edge.target)
      } else camera.fit()
    },

    run: async () => {
      session.issues.check()
      if (session.issues.getState().blocking > 0) {
        session.issues.insist()
        setUi({ dock: 'problems' })
        const [first] = session.issues.getState().all
        if (first) actions.showIssue(first)
        return
      }
      setUi({ dock: 'run' })
      if (!(await session.autosave.flush())) {
        const save = session.autosave.state.getState()
        const reason = save.status === 'failed' ? save.reason : ''
        notifications.show({
          title: texts.editor.session.notStarted,
          message: texts.editor.session.notSaved(reason),
          color: 'red',
        })
        return
      }
      void session.versions.beforeRun()
      try {
        await session.runs.start(session.workflowId)
      } catch {
        // The run panel gives the reason; issues that the platform found in blocks are added to the problems.
        await refreshPlatformIssues(session)
        if (session.issues.getState().blocking > 0) setUi({ dock: 'problems' })
      }
    },

    runOnManyFiles: () => runOnManyFiles?.(openWorkflow(session)),
  }
  return actions
}

function openWorkflow({ host, workflowId, documents, issues, autosave }: EditorSession): OpenWorkflow {
  return {
    host,
    id: workflowId,
    content: () => documents.getState().doc,
    check: (ignored) => {
      issues.check()
      if (!issues.getState().all.some((i) => i.severity === 'error' && !ignored.has(i.code))) return true
      issues.insist()
      setUi({ dock: 'problems' })
      return false
    },
    save: () => autosave.flush(),
  }
}

async function refreshPlatformIssues(session: EditorSession) {
  const { graph } = session.documents.getState().doc
  try {
    const fresh = await session.host.api('workflows.get', { params: { workflow: session.workflowId } })
    session.issues.fromPlatform(graph, fresh.validation)
  } catch {
    // The start's own error is already shown.
  }
}

/** Returns the node whose config panel is shown: the only selected one. */
export const onlySelected = (session: EditorSession): string | null => {
  const { nodes } = session.documents.getState().selection
  return nodes.length === 1 ? (nodes[0] as string) : null
}

/** Starts renaming the only selected block or group, or editing the note, on the canvas. */
export function renameSelected(session: EditorSession): void {
  const id = onlySelected(session)
  if (id !== null) uiStore.setState({ renaming: id })
}
