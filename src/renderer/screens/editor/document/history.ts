/**
 * Undo and redo over immutable documents.
 *
 * Not zundo, because a step here is a named command ("Undo: Move 3 blocks"), coalescing follows the user's intention
 * (field and pause) instead of a timer around `set`, and a drag needs no pausing because it becomes a command only when
 * it ends. Documents share structure, so a step costs only its changes.
 */

import type { EditorDocument } from '../../../parts/workflow/document/document.ts'
import { apply, type Command } from './command.ts'
import { labelOf } from './command-label.ts'
import { coalesceKey } from './command-steps.ts'

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
