/** All actions on a row of the outline, through the same code as on the canvas. */

import { isTerminal } from '../../../../shared/domain/run.ts'
import { bypassPorts } from '../../../../shared/graph/effective-graph.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { askName } from '../../../base/ui/ask-name.tsx'
import { findNode } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { NOTHING } from '../document/document-store.ts'
import { quickFix } from '../document/quick-fix.ts'
import type { Controls } from '../session/editor-context.ts'
import type { EditorSession } from '../session/session.ts'
import { wiresOf } from './choices.ts'
import type { Choice } from './chooser.tsx'
import { nameOf } from './item-text.ts'
import type { OutlineItem } from './outline-tree.ts'

const words = texts.outline.actions

/** A list opened from a row. */
export type ListName = 'actions' | 'add' | 'loose' | 'insert' | 'connect' | 'disconnect'

export interface ItemContext extends Controls {
  session: EditorSession
  item: OutlineItem | undefined
  problems: readonly Issue[]
  openList(list: ListName): void
  /** Focuses a field of the selection's settings: `field`, or the first one. */
  openSettings(field?: string): void
  goToBlock(nodeId: string): void
}

export function actionsOf(context: ItemContext): Choice[] {
  const { item } = context
  const ofItem = () => {
    switch (item?.sort) {
      case 'block':
        return blockActions(context, item.nodeId)
      case 'reference':
        return referenceActions(context, item.from, item.nodeId)
      case 'member':
        return [choice('go', words.goTo, () => context.goToBlock(item.nodeId), { keys: 'Enter' })]
      case 'group':
      case 'note':
        return cardActions(context, item.sort)
      case 'problem':
        return fixes(context, [item.issue])
      default:
        return []
    }
  }
  return [...ofItem(), ...workflowActions(context)]
}

interface ChoiceOptions {
  keys?: string
  problem?: string | false
}

const choice = (key: string, title: string, act: () => void, { keys, problem }: ChoiceOptions = {}): Choice => ({
  key,
  title,
  problem: problem || null,
  ...(keys !== undefined && { keys }),
  act,
})

function blockActions(context: ItemContext, id: string): Choice[] {
  const { session, actions, camera, openList, openSettings } = context
  const { doc } = session.documents.getState()
  const wires = wiresOf(doc.graph, id)
  const set = doc.layout.switches?.[id]
  const noBypass = bypassPorts(findNode(doc.graph, id)?.type ?? '') === null
  return [
    ...fixes(context, context.problems),
    choice('settings', words.settings, () => openSettings(), { keys: 'Enter' }),
    choice('add', words.add, () => openList('add'), { keys: '+' }),
    choice('insert', words.insert, () => openList('insert'), { problem: wires.length === 0 && words.noWire }),
    choice('connect', words.connect, () => openList('connect'), {
      problem: doc.graph.nodes.length < 2 && words.noOther,
    }),
    choice('disconnect', words.disconnect, () => openList('disconnect'), {
      problem: wires.length === 0 && words.noWire,
    }),
    choice('rename', words.rename, () => rename(context), { keys: 'F2' }),
    choice('duplicate', words.duplicate, actions.duplicate, { keys: 'Ctrl+D' }),
    choice('mute', set === 'muted' ? words.unmute : words.mute, () => actions.toggleSwitch('muted')),
    choice('bypass', set === 'bypassed' ? words.putBack : words.bypass, () => actions.toggleSwitch('bypassed'), {
      problem: noBypass && words.noBypass,
    }),
    choice('remove', words.remove, () => actions.removeSelection(), { keys: 'Delete' }),
    choice('remove-join', words.removeAndJoin, () => actions.removeSelection('bridge'), { keys: 'Shift+Delete' }),
    choice('show', words.show, () => camera.show(id)),
  ]
}

function referenceActions(context: ItemContext, from: string, to: string): Choice[] {
  return [
    choice('go', words.goTo, () => context.goToBlock(to), { keys: 'Enter' }),
    choice('disconnect', words.disconnect, () => cutWires(context.session, from, to), { keys: 'Delete' }),
  ]
}

function cardActions(context: ItemContext, sort: 'group' | 'note'): Choice[] {
  const { actions, openSettings } = context
  const group = [
    choice('rename', words.rename, () => rename(context), { keys: 'F2' }),
    choice('ungroup', words.ungroup, actions.ungroup, { keys: 'Ctrl+Shift+G' }),
  ]
  return [
    choice('settings', words.settings, () => openSettings(), { keys: 'Enter' }),
    ...(sort === 'group' ? group : []),
    choice('remove', words.remove, () => actions.removeSelection(), { keys: 'Delete' }),
  ]
}

/** Lists the fix of each problem, or a link to its setting. */
function fixes({ session, actions, openSettings }: ItemContext, problems: readonly Issue[]): Choice[] {
  const state = session.documents.getState()
  return problems.flatMap((issue, i) => {
    const fix = quickFix(state.doc, issue, session.resources.getState().models)
    const { field, node_id } = issue
    return [
      ...(fix
        ? [
            choice(`fix:${i}`, words.fix(fix.label, issue.message), () =>
              state.run(fix.command, fix.select ? { nodes: [fix.select], edges: [] } : undefined),
            ),
          ]
        : []),
      ...(field && node_id
        ? [
            choice(`field:${i}`, words.setting(issue.message), () => {
              actions.showNode(node_id)
              openSettings(field)
            }),
          ]
        : []),
    ]
  })
}

function workflowActions({ session, actions, openList }: ItemContext): Choice[] {
  const { past, future, undo, redo } = session.documents.getState()
  const { run } = session.runs.store.getState()
  const [undoes, redoes] = [past.at(-1)?.label, future.at(-1)?.label]
  const live = run !== null && !isTerminal(run.status)
  return [
    choice('loose', words.addLoose, () => {
      session.documents.getState().select(NOTHING)
      openList('loose')
    }),
    choice('undo', words.undo(undoes ?? ''), undo, {
      keys: 'Ctrl+Z',
      problem: undoes === undefined && words.nothingToUndo,
    }),
    choice('redo', words.redo(redoes ?? ''), redo, {
      keys: 'Ctrl+Shift+Z',
      problem: redoes === undefined && words.nothingToRedo,
    }),
    live
      ? choice('cancel', words.cancel, () => void session.runs.cancel())
      : choice('run', words.run, () => void actions.run(), { keys: 'Ctrl+Enter' }),
  ]
}

/** Removes all wires from one block to another in one step. */
export function cutWires(session: EditorSession, from: string, to: string): void {
  const { doc, run } = session.documents.getState()
  const edgeIds = wiresOf(doc.graph, from).flatMap((w) => (w.side === 'to' && w.other === to ? [w.edgeId] : []))
  run({ type: 'remove', nodeIds: [], edgeIds })
}

/** Prompts for the name of the row's block or group. */
export function rename({ session, item, openSettings }: ItemContext): void {
  const { doc, run } = session.documents.getState()
  if (item?.sort === 'note') openSettings()
  if (item?.sort !== 'block' && item?.sort !== 'group') return
  const id = item.nodeId
  const group = doc.layout.frames?.[id]
  askName({
    title: texts.outline.rename.title,
    action: texts.outline.rename.action,
    initial: group?.title ?? doc.layout.titles?.[id] ?? nameOf(doc, id),
    onName: async (title) => {
      session.documents.getState().seal()
      if (group) run({ type: 'group', id, group: { ...group, title } })
      else run({ type: 'title', nodeId: id, title })
    },
  })
}
