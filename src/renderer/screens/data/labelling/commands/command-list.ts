/** All labelling commands, by group, for the keys and for the list in which users change them. */
import type { KeyGroup } from '../../../../base/commands/key-sheet.tsx'
import { texts } from '../../../../texts/texts.ts'
import type { LabellingCommand } from './command.ts'
import { CLASS_COMMANDS, TOOL_COMMANDS } from './drawing-commands.ts'
import { REVIEW_COMMANDS, SHAPE_COMMANDS } from './shape-commands.ts'
import { IMAGE_COMMANDS, VIEW_COMMANDS } from './view-commands.ts'

const titles = texts.labelling.commands.groups

export const LABELLING_COMMANDS: readonly LabellingCommand[] = [
  ...TOOL_COMMANDS,
  ...CLASS_COMMANDS,
  ...SHAPE_COMMANDS,
  ...REVIEW_COMMANDS,
  ...VIEW_COMMANDS,
  ...IMAGE_COMMANDS,
]

export const LABELLING_KEY_GROUPS: readonly KeyGroup[] = [
  { title: titles.tools, commands: TOOL_COMMANDS },
  { title: titles.classes, commands: CLASS_COMMANDS },
  { title: titles.shapes, commands: SHAPE_COMMANDS },
  { title: titles.review, commands: REVIEW_COMMANDS },
  { title: titles.view, commands: VIEW_COMMANDS },
  { title: titles.image, commands: IMAGE_COMMANDS },
]

const BY_ID = new Map(LABELLING_COMMANDS.map((c) => [c.id, c]))

export const labellingCommand = (id: string): LabellingCommand | undefined => BY_ID.get(id)
