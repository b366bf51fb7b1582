import { useEffect, useRef } from 'react'

/** The keys that the lab adds to the player's: their commands, and a letter for each class. */

export type LabCommand =
  | { do: 'mark'; which: 0 | 1 }
  | { do: 'class'; name: string | null }
  | { do: 'next-place' }
  | { do: 'remove' }
  | { do: 'blind' }
  | { do: 'undo' }
  | { do: 'redo' }

/** Letters that the player or the lab itself uses. */
const TAKEN = new Set([...'npwasdflxou'])
export const ANY_CLASS_KEY = 'x'
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Assigns each class a letter, from its name if one is free; classes beyond the alphabet have none. */
export function classKeys(names: readonly string[]): Map<string, string> {
  const used = new Set(TAKEN)
  const keys = new Map<string, string>()
  for (const name of names) {
    const own = [...name.toLowerCase()].filter((c) => LETTERS.includes(c))
    const letter = [...own, ...LETTERS].find((c) => !used.has(c))
    if (letter === undefined) continue
    used.add(letter)
    keys.set(name, letter)
  }
  return keys
}

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Returns null for keys that have no meaning in the lab. */
export function labCommand(press: Press, keys: ReadonlyMap<string, string>): LabCommand | null {
  const key = press.key.toLowerCase()
  if (press.ctrlKey || press.metaKey) {
    if (press.altKey) return null
    if (key === 'z') return { do: press.shiftKey ? 'redo' : 'undo' }
    return key === 'y' && !press.shiftKey ? { do: 'redo' } : null
  }
  if (press.altKey) return null
  switch (key) {
    case '1':
      return { do: 'mark', which: 0 }
    case '2':
      return { do: 'mark', which: 1 }
    case 'l':
      return { do: 'next-place' }
    case 'o':
      return { do: 'blind' }
    case 'delete':
    case 'backspace':
      return { do: 'remove' }
    case ANY_CLASS_KEY:
      return { do: 'class', name: null }
  }
  for (const [name, letter] of keys) if (letter === key) return { do: 'class', name }
  return null
}

/** True while the user is typing, or while an element above the page handles the keys. */
function isBusyWithKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], textarea, select')) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
}

/** Binds the lab's keys to the whole page. */
export function useLabKeys(classKeys: ReadonlyMap<string, string>, obey: (command: LabCommand) => void): void {
  const now = useRef({ classKeys, obey })
  now.current = { classKeys, obey }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBusyWithKeys(event.target)) return
      const command = labCommand(event, now.current.classKeys)
      // One mark per key press: a key that is held down does not repeat it.
      if (!command || (event.repeat && command.do === 'mark')) return
      event.preventDefault()
      now.current.obey(command)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
