/** Joins successive commands to one step of the history. */
import type { Command } from './command.ts'

/** A pause of this length ends a step, even within one visit of a field. */
const LONG_PAUSE_MS = 10_000

/** Successive commands with the same key form one step: typing, a slider, held arrow keys. */
export function coalesceKey(command: Command): { key: string; withinMs: number } | null {
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
