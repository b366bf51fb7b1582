/**
 * Undo and redo over immutable documents.
 *
 * Not zundo, because a step here is a named command ("Undo: Move 3 blocks"), coalescing follows the user's intention
 * (field and pause) instead of a timer around `set`, and a drag needs no pausing because it becomes a command only when
 * it ends. Documents share structure, so a step costs only its changes.
 */

import { givenTitle } from '../../../base/blocks/block-text.ts'
import { type EditorDocument, findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { apply, type Command } from './command.ts'

export interface Step {
  readonly label: string
  readonly before: EditorDocument
  readonly after: EditorDocument
  /** Set while the step may still absorb a following command. */
  readonly key: string | null
  /** Time at which it last absorbed one, milliseconds. */
  readonly at: number
}

export interface History {
  readonly doc: EditorDocument
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export const startHistory = (doc: EditorDocument): History => ({ doc, past: [], future: [] })

/** Executes the command at `now` in milliseconds. Returns the same object when nothing changed. */
export function perform(history: History, command: Command, now: number, limit: number): History {
  const { doc, past } = history
  const after = apply(doc, command)
  if (after === doc) return history
  const group = coalesceKey(command)
  const last = past.at(-1)
  if (group && last && last.key === group.key && now - last.at <= group.withinMs) {
    return { doc: after, past: past.with(-1, { ...last, after, at: now }), future: [] }
  }
  const step: Step = { label: labelOf(doc, command), before: doc, after, key: group?.key ?? null, at: now }
  return { doc: after, past: [...(past.length >= limit ? past.slice(1 - limit) : past), step], future: [] }
}

export function undo(history: History): History {
  const step = history.past.at(-1)
  if (!step) return history
  return { doc: step.before, past: history.past.slice(0, -1), future: [...history.future, sealed(step)] }
}

export function redo(history: History): History {
  const step = history.future.at(-1)
  if (!step) return history
  return { doc: step.after, past: [...history.past, step], future: history.future.slice(0, -1) }
}

/** Ends the current step: the next command starts another. */
export function seal(history: History): History {
  const last = history.past.at(-1)
  return last?.key == null ? history : { ...history, past: history.past.with(-1, sealed(last)) }
}

const sealed = (step: Step): Step => (step.key === null ? step : { ...step, key: null })

const words = texts.editor.document.history
const blocks = (n: number) => (n === 1 ? words.block : words.blocks(n))

/**
 * Names commands for the undo button.
 * Returns the label of the undo button. `doc` is the document before the command.
 */
function labelOf(doc: EditorDocument, command: Command): string {
  const name = (id: string) => {
    const node = findNode(doc.graph, id)
    if (node) return words.quoted(titleOf(doc, node))
    if (doc.layout.notes?.[id]) return words.note
    const group = doc.layout.frames?.[id]
    return group ? words.group(group.title) : words.block
  }
  const these = (ids: readonly string[]) => (ids.length === 1 ? name(ids[0] as string) : blocks(ids.length))
  switch (command.type) {
    case 'add': {
      const only = command.nodes.length === 1 ? command.nodes[0] : undefined
      const add = words[command.how ?? 'add']
      if (command.nodes.length === 0 && command.cards) return add(words.note)
      const what = only ? words.quoted(only.title ?? givenTitle(only.node)) : blocks(command.nodes.length)
      return only && command.cut && command.cut.length > 0 ? words.insert(what) : add(what)
    }
    case 'remove': {
      const remove = command.how === 'cut' ? words.cut : words.delete
      if (command.nodeIds.length === 0) return remove(command.edgeIds.length === 1 ? words.wire : words.wires)
      return remove(these(command.nodeIds))
    }
    case 'splice':
      return words.insert(name(command.nodeId))
    case 'connect':
      return words.connect(name(command.edge.source), name(command.edge.target))
    case 'reconnect':
      return words.reconnect
    case 'configure':
      return words.change(name(command.nodeId))
    case 'move': {
      const ids = Object.keys(command.positions)
      if (command.how === 'arrange') return words.arrange
      return command.how === 'align' ? words.align(blocks(ids.length)) : words.move(these(ids))
    }
    case 'switch': {
      const act = command.to === null ? words.switchOn : command.to === 'muted' ? words.mute : words.bypass
      return act(these(command.nodeIds))
    }
    case 'note':
      return doc.layout.notes?.[command.id] ? words.changeNote : words.addNote
    case 'group':
      return doc.layout.frames?.[command.id] ? words.changeGroup : words.groupBlocks
    case 'ungroup':
      return words.ungroup
    case 'title':
      return words.rename(name(command.nodeId))
    case 'rename':
      return words.renameWorkflow
    case 'describe':
      return words.changeDescription
    case 'replace':
      return command.why
  }
}

/** A pause of this length ends a step, even within one visit of a field. */
const LONG_PAUSE_MS = 10_000

/**
 * Joins successive commands to one step of the history.
 * Successive commands with the same key form one step: typing, a slider, held arrow keys.
 */
function coalesceKey(command: Command): { key: string; withinMs: number } | null {
  switch (command.type) {
    case 'configure':
      return typeof valueAt(command.config, command.field) === 'boolean'
        ? null
        : { key: `configure:${command.nodeId}:${command.field}`, withinMs: LONG_PAUSE_MS }
    case 'move':
      return command.how === 'nudge'
        ? { key: `nudge:${Object.keys(command.positions).sort().join()}`, withinMs: 1000 }
        : null
    case 'describe':
      return { key: 'describe', withinMs: LONG_PAUSE_MS }
    case 'note':
      return { key: `note:${command.id}`, withinMs: LONG_PAUSE_MS }
    case 'group':
      return command.how === 'new' ? null : { key: `group:${command.id}`, withinMs: LONG_PAUSE_MS }
    default:
      return null
  }
}

/** Returns the value at a JSON pointer (or a plain field name). */
function valueAt(config: unknown, pointer: string): unknown {
  let value = config
  for (const part of pointer.replace(/^\//, '').split('/')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return value
}
