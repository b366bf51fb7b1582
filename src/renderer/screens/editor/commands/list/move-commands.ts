/** Commands that move the selection with the arrow keys. */

import { texts } from '../../../../texts/texts.ts'
import type { CommandContext, EditorCommand } from './command.ts'

const nudge =
  (x: number, y: number) =>
  ({ actions }: CommandContext) =>
    actions.nudge({ x, y })

export const MOVE_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'left',
    label: texts.editor.commands.move.left,
    group: 'Move',
    keys: ['ArrowLeft'],
    keyOnly: true,
    act: nudge(-10, 0),
  },
  {
    id: 'right',
    label: texts.editor.commands.move.right,
    group: 'Move',
    keys: ['ArrowRight'],
    keyOnly: true,
    act: nudge(10, 0),
  },
  {
    id: 'up',
    label: texts.editor.commands.move.up,
    group: 'Move',
    keys: ['ArrowUp'],
    keyOnly: true,
    act: nudge(0, -10),
  },
  {
    id: 'down',
    label: texts.editor.commands.move.down,
    group: 'Move',
    keys: ['ArrowDown'],
    keyOnly: true,
    act: nudge(0, 10),
  },
  {
    id: 'far-left',
    label: texts.editor.commands.move.farLeft,
    group: 'Move',
    keys: ['Shift+ArrowLeft'],
    keyOnly: true,
    act: nudge(-50, 0),
  },
  {
    id: 'far-right',
    label: texts.editor.commands.move.farRight,
    group: 'Move',
    keys: ['Shift+ArrowRight'],
    keyOnly: true,
    act: nudge(50, 0),
  },
  {
    id: 'far-up',
    label: texts.editor.commands.move.farUp,
    group: 'Move',
    keys: ['Shift+ArrowUp'],
    keyOnly: true,
    act: nudge(0, -50),
  },
  {
    id: 'far-down',
    label: texts.editor.commands.move.farDown,
    group: 'Move',
    keys: ['Shift+ArrowDown'],
    keyOnly: true,
    act: nudge(0, 50),
  },
]
