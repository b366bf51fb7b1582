/** Commands that finish, change and review shapes. */
import { texts } from '../../../../texts/texts.ts'
import type { CommandContext, LabellingCommand } from './command.ts'

const words = texts.labelling.commands

const NUDGES = [
  ['left', 'ArrowLeft', -1, 0],
  ['right', 'ArrowRight', 1, 0],
  ['up', 'ArrowUp', 0, -1],
  ['down', 'ArrowDown', 0, 1],
] as const
const FAR = 10

const nudges = NUDGES.flatMap(([name, key, x, y]): LabellingCommand[] => [
  {
    id: `label-nudge-${name}`,
    label: words.nudge[name],
    keys: [key],
    onCanvas: true,
    act: ({ stage }) => stage.nudge({ x, y }),
  },
  {
    id: `label-nudge-${name}-far`,
    label: words.nudgeFar[name],
    keys: [`Shift+${key}`],
    onCanvas: true,
    act: ({ stage }) => stage.nudge({ x: FAR * x, y: FAR * y }),
  },
])

export const SHAPE_COMMANDS: readonly LabellingCommand[] = [
  {
    id: 'label-finish',
    label: words.finish,
    keys: ['Enter'],
    onCanvas: true,
    act: ({ stage }) => stage.draw('finish'),
  },
  {
    id: 'label-back',
    label: words.back,
    keys: ['Backspace'],
    onCanvas: true,
    act: ({ stage }) => stage.draw('back') || stage.edits.delete(),
  },
  { id: 'label-cancel', label: words.cancel, keys: ['Escape'], act: ({ stage }) => stage.escape() },
  {
    id: 'label-delete',
    label: words.delete,
    keys: ['Delete'],
    onCanvas: true,
    act: ({ stage }) => stage.edits.delete(),
  },
  { id: 'label-undo', label: texts.ui.words.undo, keys: ['Ctrl+Z'], act: ({ stage }) => stage.undo() },
  { id: 'label-redo', label: words.redo, keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], act: ({ stage }) => stage.redo() },
  {
    id: 'label-select-all',
    label: words.selectAll,
    keys: ['Ctrl+A'],
    onCanvas: true,
    act: ({ stage }) => stage.edits.selectAll(),
  },
  { id: 'label-fit-object', label: words.fitObject, keys: ['Shift+E'], act: ({ stage }) => stage.fitToObject() },
  { id: 'label-to-front', label: words.toFront, keys: [']'], act: ({ stage }) => stage.edits.reorder('front') },
  { id: 'label-to-back', label: words.toBack, keys: ['['], act: ({ stage }) => stage.edits.reorder('back') },
  ...nudges,
]

const review = (verdict: 'accepted' | 'rejected') => (context: CommandContext) => context.stage.review(verdict)

export const REVIEW_COMMANDS: readonly LabellingCommand[] = [
  {
    id: 'label-accept',
    label: words.accept,
    keys: [' '],
    onCanvas: true,
    act: (context) => context.stage.pressCross() || review('accepted')(context),
  },
  { id: 'label-reject', label: words.reject, keys: ['U'], act: review('rejected') },
  {
    id: 'label-accept-all',
    label: words.acceptAll,
    keys: ['W'],
    act: ({ stage }) => stage.edits.acceptFrom(stage.state.getState().threshold),
  },
]
