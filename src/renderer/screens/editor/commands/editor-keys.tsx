/** The key bindings of the editor's commands, by group; clicking a binding changes it. */
import { KeySheet } from '../../../base/commands/key-sheet.tsx'
import { COMMAND_GROUPS, COMMANDS, groupTitle } from './command-list.ts'

const GROUPS = COMMAND_GROUPS.map((group) => ({
  title: groupTitle(group),
  commands: COMMANDS.filter((c) => c.group === group),
}))

export const EditorKeys = () => <KeySheet groups={GROUPS} />
