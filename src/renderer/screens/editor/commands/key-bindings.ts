/** The key bindings: the commands' defaults, overridden by the user's settings. */
import type { Settings } from '../../../../shared/bridge/studio.ts'
import { COMMANDS, type EditorCommand } from './command-list.ts'

/** Keys by command id, for the commands that the user changed; an empty list disables a command's keys. */
export type KeyChanges = NonNullable<Settings['shortcuts']>

export const keysFor = (command: EditorCommand, changes: KeyChanges): readonly string[] =>
  command.native ? command.keys : (changes[command.id] ?? command.keys)

/** Maps keys to commands. A changed binding takes precedence over another command's default. */
export function bindings(changes: KeyChanges): ReadonlyMap<string, EditorCommand> {
  const bound = new Map<string, EditorCommand>()
  const changed = (c: EditorCommand) => Object.hasOwn(changes, c.id)
  const inOrder = [...COMMANDS.filter((c) => !changed(c)), ...COMMANDS.filter(changed)]
  for (const command of inOrder) for (const keys of keysFor(command, changes)) bound.set(keys, command)
  return bound
}

/** Returns the other command currently bound to these keys. */
export function ownerOf(keys: string, changes: KeyChanges, except: string): EditorCommand | undefined {
  return COMMANDS.find((c) => c.id !== except && keysFor(c, changes).includes(keys))
}

/** Returns the changes after binding these keys to a command; they are removed from any other command. */
export function rebind(changes: KeyChanges, command: EditorCommand, keys: readonly string[]): KeyChanges {
  const next: Record<string, string[]> = { ...changes }
  for (const other of COMMANDS) {
    const had = keysFor(other, changes)
    if (other.id !== command.id && !other.native && had.some((k) => keys.includes(k))) {
      next[other.id] = had.filter((k) => !keys.includes(k))
    }
  }
  next[command.id] = [...keys]
  for (const { id, keys: own } of COMMANDS) if (next[id]?.join(' ') === own.join(' ')) delete next[id]
  return next
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & { altKey?: boolean; code?: string }

export function keysOf(e: Pressed): string {
  // With Alt, a Mac's letters become symbols; the key code still names the letter.
  const letter = e.altKey && e.code?.startsWith('Key') ? e.code.slice(3) : e.key
  const key = letter.length === 1 ? letter.toUpperCase() : letter
  const command = e.ctrlKey || e.metaKey
  // A shifted symbol is a key of its own ("/" needs Shift on some keyboards); a shifted letter is not.
  const shift = e.shiftKey && (key.length > 1 || /[A-Z]/.test(key))
  return `${command ? 'Ctrl+' : ''}${e.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`
}

/** True once a key other than a modifier is down. */
export const isWhole = (e: Pick<KeyboardEvent, 'key'>): boolean => !['Control', 'Meta', 'Shift', 'Alt'].includes(e.key)
