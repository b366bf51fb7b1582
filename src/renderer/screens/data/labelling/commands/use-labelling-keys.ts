/** Handles the keys of the labelling commands while the canvas is mounted, and yields to controls that need the keys. */
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import {
  bindingsOf,
  isField,
  isModalOpen,
  type KeyChanges,
  keysFor,
  keysOf,
} from '../../../../base/commands/key-bindings.ts'
import { capsOf } from '../../../../base/commands/key-caps.ts'
import { useSettings } from '../../../../base/settings/settings-context.tsx'
import type { CommandContext } from './command.ts'
import { LABELLING_COMMANDS, labellingCommand } from './command-list.ts'

const NO_CHANGES: KeyChanges = {}
/** Controls that handle Escape themselves, as to close. */
const CLOSABLE = '[role=dialog], [role=menu], [role=listbox]'

/** @param canvas the element that takes the keys of commands that other controls need */
export function useLabellingKeys(canvas: RefObject<HTMLElement | null>, context: CommandContext): void {
  const changes = useSettings().settings.shortcuts ?? NO_CHANGES
  const bound = useMemo(() => bindingsOf(LABELLING_COMMANDS, changes), [changes])
  const latest = useRef({ bound, context })
  latest.current = { bound, context }
  useEffect(() => {
    const onKeyDown = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.isComposing || isModalOpen() || isField(e.target)) return
      const command = latest.current.bound.get(keysOf(e))
      if (!command) return
      const target = e.target instanceof Element ? e.target : null
      const elsewhere = target !== null && target !== target.ownerDocument.body && target !== canvas.current
      if (elsewhere && (command.onCanvas || target.closest(CLOSABLE) !== null)) return
      if (command.onCanvas && e.key === 'Tab' && target !== canvas.current) return
      if (command.act(latest.current.context)) e.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [canvas])
}

/** Formats a tooltip with the keys of a command: "Box (B)". */
export function useKeyHint(): (words: string, commandId: string) => string {
  const changes = useSettings().settings.shortcuts ?? NO_CHANGES
  return (words, commandId) => {
    const caps = capsOfCommand(commandId, changes)
    return caps === null ? words : `${words} (${caps.join('+')})`
  }
}

/** Returns the keys of a command's first chord; null when the user has disabled its keys. */
export function useCommandCaps(): (commandId: string) => string[] | null {
  const changes = useSettings().settings.shortcuts ?? NO_CHANGES
  return (commandId) => capsOfCommand(commandId, changes)
}

function capsOfCommand(commandId: string, changes: KeyChanges): string[] | null {
  const command = labellingCommand(commandId)
  const [keys] = command ? keysFor(command, changes) : []
  return keys === undefined ? null : capsOf(keys)
}
