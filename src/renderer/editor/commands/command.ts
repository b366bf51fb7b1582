/** What a command of the editor is, and what its conditions ask. */

import { texts } from '../../messages/texts.ts'
import type { Controls } from '../session/actions-context.ts'
import type { EditorSession } from '../session/session.ts'

export interface CommandContext extends Controls {
  session: EditorSession
  /** The last place of the pointer over the canvas, in client pixels; null while it is elsewhere. */
  pointer: { x: number; y: number } | null
  /** Whether that place was chosen, as by opening a menu there. */
  pointed?: boolean
}

export const COMMAND_GROUPS = ['Workflow', 'Edit', 'Select', 'Arrange', 'Group', 'View', 'Move'] as const

/** Groups are keys here; this is what people read. */
export const groupTitle = (group: EditorCommand['group']): string => texts.editor.commands.groups[group]

export interface EditorCommand {
  id: string
  label: string
  group: (typeof COMMAND_GROUPS)[number]
  /** The keys it has as long as nobody changes them. */
  keys: readonly string[]
  /** Also while typing in a field. */
  inFields?: boolean
  /** The browser (copy and paste) or the app brings these keys; they can't be changed. */
  native?: boolean
  /** Not worth a line in the palette. */
  keyOnly?: boolean
  /** Other words to find it by. */
  words?: string
  /** Whether it would do anything now. */
  when?(context: CommandContext): boolean
  act(context: CommandContext): void
}

export const store = ({ session }: CommandContext) => session.documents.getState()
export const chosen = (context: CommandContext) => store(context).selection.nodes.length
export const some = (context: CommandContext) => chosen(context) > 0
export const anything = (context: CommandContext) => some(context) || store(context).selection.edges.length > 0
