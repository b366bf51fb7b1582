/** The keys of commands according to the user's settings, for places outside the cheat sheet. */

import { keysFor } from '../../../base/commands/key-bindings.ts'
import { capsOf } from '../../../base/commands/key-caps.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { commandOf } from './command-list.ts'

/** Returns the keys of a command's first chord; null when the user has disabled its keys. */
export function useCaps(): (commandId: string) => string[] | null {
  const changes = useSettings().settings.shortcuts ?? {}
  return (commandId) => {
    const [keys] = keysFor(commandOf(commandId), changes)
    return keys === undefined ? null : capsOf(keys)
  }
}

/** Formats a tooltip with a command's keys: "Arrange (Shift+L)". */
export function useKeyHint(): (words: string, commandId: string) => string {
  const capsOfCommand = useCaps()
  return (words, commandId) => {
    const caps = capsOfCommand(commandId)
    return caps === null ? words : `${words} (${caps.join('+')})`
  }
}
