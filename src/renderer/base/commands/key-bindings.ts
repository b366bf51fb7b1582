/**
 * The key bindings of a list of commands: their defaults, overridden by the user's settings. Keys are written with
 * modifiers in the order Ctrl, Alt, Shift; Ctrl is Command on a Mac.
 */
import type { Settings } from '../../../shared/domain/settings.ts'

export interface KeyCommand {
  /** Unique among the commands of all lists, because the settings name commands by it. */
  id: string
  label: string
  /** The default keys. */
  keys: readonly string[]
  /** The browser (copy and paste) or the app handles these keys; they can't be changed. */
  native?: boolean
}

/** Keys by command id, for the commands that the user changed; an empty list disables a command's keys. */
export type KeyChanges = NonNullable<Settings['shortcuts']>

export const keysFor = (command: KeyCommand, changes: KeyChanges): readonly string[] =>
  command.native ? command.keys : (changes[command.id] ?? command.keys)

/** Maps keys to commands. A changed binding takes precedence over another command's default. */
export function bindingsOf<C extends KeyCommand>(commands: readonly C[], changes: KeyChanges): ReadonlyMap<string, C> {
  const bound = new Map<string, C>()
  const changed = (c: C) => Object.hasOwn(changes, c.id)
  const inOrder = [...commands.filter((c) => !changed(c)), ...commands.filter(changed)]
  for (const command of inOrder) for (const keys of keysFor(command, changes)) bound.set(keys, command)
  return bound
}

/** Returns the other commands currently bound to these keys. */
export const ownersOf = <C extends KeyCommand>(
  commands: readonly C[],
  keys: readonly string[],
  changes: KeyChanges,
  except: string,
): C[] => keys.flatMap((key) => commands.find((c) => c.id !== except && keysFor(c, changes).includes(key)) ?? [])

/** Returns the changes after binding these keys to a command; they are removed from any other command of the list. */
export function rebound(
  commands: readonly KeyCommand[],
  changes: KeyChanges,
  command: KeyCommand,
  keys: readonly string[],
): KeyChanges {
  const next: Record<string, string[]> = { ...changes }
  for (const other of commands) {
    const had = keysFor(other, changes)
    if (other.id !== command.id && !other.native && had.some((k) => keys.includes(k))) {
      next[other.id] = had.filter((k) => !keys.includes(k))
    }
  }
  next[command.id] = [...keys]
  for (const { id, keys: own } of commands) if (next[id]?.join(' ') === own.join(' ')) delete next[id]
  return next
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & { altKey?: boolean; code?: string }

export function keysOf(e: Pressed): string {
  // With Alt, a Mac's letters and digits become symbols; the key code still names them.
  const letter = e.altKey && /^(Key|Digit)/.test(e.code ?? '') ? (e.code as string).replace(/^(Key|Digit)/, '') : e.key
  const key = letter.length === 1 ? letter.toUpperCase() : letter
  const command = e.ctrlKey || e.metaKey
  // A shifted symbol is a key of its own ("/" needs Shift on some keyboards); a shifted letter is not.
  const shift = e.shiftKey && (key.length > 1 || /[A-Z]/.test(key))
  return `${command ? 'Ctrl+' : ''}${e.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`
}

/** True once a key other than a modifier is down. */
export const isWhole = (e: Pick<KeyboardEvent, 'key'>): boolean => !['Control', 'Meta', 'Shift', 'Alt'].includes(e.key)

export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

export const isModalOpen = (): boolean => document.querySelector('[aria-modal=true]') !== null
