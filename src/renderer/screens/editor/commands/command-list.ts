/**
 * The list of all editor commands, read by menus, palette, keys, cheat sheet and settings. Keys are written with
 * modifiers in the order Ctrl, Alt, Shift; Ctrl is Command on a Mac.
 */

import { ARRANGE_COMMANDS, GROUP_COMMANDS, MOVE_COMMANDS } from './list/arrange-commands.ts'
import type { EditorCommand } from './list/command.ts'
import { EDIT_COMMANDS, SELECT_COMMANDS } from './list/edit-commands.ts'
import { VIEW_COMMANDS } from './list/view-commands.ts'
import { WORKFLOW_COMMANDS } from './list/workflow-commands.ts'

export { COMMAND_GROUPS, type CommandContext, type EditorCommand, groupTitle } from './list/command.ts'

export const COMMANDS: readonly EditorCommand[] = [
  ...WORKFLOW_COMMANDS,
  ...EDIT_COMMANDS,
  ...SELECT_COMMANDS,
  ...GROUP_COMMANDS,
  ...ARRANGE_COMMANDS,
  ...VIEW_COMMANDS,
  ...MOVE_COMMANDS,
]

const BY_ID = new Map(COMMANDS.map((c) => [c.id, c]))

export function commandOf(id: string): EditorCommand {
  const command = BY_ID.get(id)
  if (!command) throw new Error(`There is no command “${id}”.`)
  return command
}
