/** The type of an editor command, and the context that its conditions read. */

import { texts } from '../../../../texts/texts.ts'
import type { Controls } from '../../session/editor-context.ts'
import type { EditorSession } from '../../session/session.ts'

export interface CommandContext extends Controls {
  session: EditorSession
  /** The last position of the pointer over the canvas, in client pixels; null while it is elsewhere. */
  pointer: { x: number; y: number } | null
  /** True when the user chose that position, as by opening a menu there. */
  pointed?: boolean
}

export const COMMAND_GROUPS = ['Workflow', 'Edit', 'Select', 'Arrange', 'Group', 'View', 'Move'] as const

/** Returns the displayed title of a group key. */
export const groupTitle = (group: EditorCommand['group']): string => texts.editor.commands.groups[group]

export interface EditorCommand {
  id: string
  label: string
  group: (typeof COMMAND_GROUPS)[number]
  /** The default keys. */
  keys: readonly string[]
  /** Active also while typing in a field. */
  inFields?: boolean
  /** The browser (copy and paste) or the app handles these keys; they can't be changed. */
  native?: boolean
  /** Left out of the palette. */
  keyOnly?: boolean
  /** Additional search words. */
  words?: string
  /** Returns true when the command would have an effect now. */
  when?(context: CommandContext): boolean
  act(context: CommandContext): void
}

export const store = ({ session }: CommandContext) => session.documents.getState()
export const chosen = (context: CommandContext) => store(context).selection.nodes.length
export const some = (context: CommandContext) => chosen(context) > 0
export const anything = (context: CommandContext) => some(context) || store(context).selection.edges.length > 0
