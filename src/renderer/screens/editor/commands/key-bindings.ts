/** The key bindings of the editor's commands: their defaults, overridden by the user's settings. */
import { bindingsOf, type KeyChanges } from '../../../base/commands/key-bindings.ts'
import { COMMANDS, type EditorCommand } from './command-list.ts'

export const bindings = (changes: KeyChanges): ReadonlyMap<string, EditorCommand> => bindingsOf(COMMANDS, changes)
