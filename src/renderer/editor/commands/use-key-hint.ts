import { useSettings } from '../../shell/settings-context.tsx'
import { commandOf } from './command-list.ts'
import { keysFor } from './key-bindings.ts'

/** Words for a tooltip and the command's keys behind them, as the user has set them: "Arrange (Shift+L)". */
export function useKeyHint(): (words: string, commandId: string) => string {
  const changes = useSettings().settings.shortcuts ?? {}
  return (words, commandId) => {
    const [keys] = keysFor(commandOf(commandId), changes)
    return keys === undefined ? words : `${words} (${keys})`
  }
}
