/** The keys of commands as the user has set them, where they are named outside the cheat sheet. */
import { capsOf } from '../../shell/key-caps.ts'
import { useSettings } from '../../shell/settings-context.tsx'
import { commandOf } from './command-list.ts'
import { keysFor } from './key-bindings.ts'

/** The caps of a command's first chord; null where the user has switched its keys off. */
export function useCaps(): (commandId: string) => string[] | null {
  const changes = useSettings().settings.shortcuts ?? {}
  return (commandId) => {
    const [keys] = keysFor(commandOf(commandId), changes)
    return keys === undefined ? null : capsOf(keys)
  }
}

/** Words for a tooltip and the command's keys behind them: "Arrange (Shift+L)". */
export function useKeyHint(): (words: string, commandId: string) => string {
  const capsOfCommand = useCaps()
  return (words, commandId) => {
    const caps = capsOfCommand(commandId)
    return caps === null ? words : `${words} (${caps.join('+')})`
  }
}
