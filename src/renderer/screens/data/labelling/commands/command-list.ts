/** All labelling commands, by group, for the keys and for the list in which users change them. */
import type { KeyGroup } from '../../../../base/commands/key-sheet.tsx'
import { texts } from '../../../../texts/texts.ts'
import type { CommandContext, ImageAction, LabellingCommand } from './command.ts'
import { CLASS_COMMANDS, TOOL_COMMANDS } from './drawing-commands.ts'

const titles = texts.labelling.commands.groups

const words = texts.labelling.commands

/** The act of a command that has an effect at any time. */
const always =
  (act: (context: CommandContext) => void): LabellingCommand['act'] =>
  (context) => {
    act(context)
    return true
  }

/** Commands for the view, for the order of objects, and for the image and its neighbours. */
const VIEW_COMMANDS: readonly LabellingCommand[] = [
  {
    id: 'label-next-object',
    label: words.nextObject,
    keys: ['Tab'],
    onCanvas: true,
    act: ({ stage }) => stage.selectNext(1),
  },
  {
    id: 'label-previous-object',
    label: words.previousObject,
    keys: ['Shift+Tab'],
    onCanvas: true,
    act: ({ stage }) => stage.selectNext(-1),
  },
  { id: 'label-fit', label: words.fit, keys: ['F'], act: always(({ stage }) => stage.fit()) },
  { id: 'label-zoom-to', label: words.zoomTo, keys: ['Z'], act: always(({ stage }) => stage.zoomToSelection()) },
  { id: 'label-zoom-in', label: words.zoomIn, keys: ['+', '='], act: always(({ stage }) => stage.zoomBy(1)) },
  { id: 'label-zoom-out', label: words.zoomOut, keys: ['-'], act: always(({ stage }) => stage.zoomBy(-1)) },
  {
    id: 'label-hide-others',
    label: words.hideOthers,
    keys: ['I'],
    act: always(({ stage }) => stage.setHidesOthers(!stage.state.getState().hidesOthers)),
  },
  { id: 'label-lock', label: words.lock, keys: ['O'], act: ({ stage }) => stage.edits.toggleLock() },
  { id: 'label-brightness', label: words.brightness, keys: ['G'], act: always((c) => c.toggleBrightness()) },
]

const onImage = (action: ImageAction, key: string): LabellingCommand => ({
  id: `label-image-${action}`,
  label: words.image[action],
  keys: [key],
  act: ({ actions }) => {
    actions[action]?.()
    return actions[action] !== undefined
  },
})

const IMAGE_COMMANDS: readonly LabellingCommand[] = [
  onImage('previous', 'A'),
  onImage('next', 'D'),
  onImage('previousUnlabelled', 'Shift+A'),
  onImage('nextUnlabelled', 'Shift+D'),
  onImage('copyPrevious', 'R'),
  onImage('track', 'T'),
  onImage('trackFar', 'Shift+T'),
  onImage('preLabel', 'Y'),
  onImage('comment', 'Q'),
  onImage('status1', 'Alt+1'),
  onImage('status2', 'Alt+2'),
  onImage('status3', 'Alt+3'),
  onImage('status4', 'Alt+4'),
  onImage('keepTheirs', ','),
  onImage('useMine', '.'),
]

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

/** Commands that finish, change and review shapes. */
const SHAPE_COMMANDS: readonly LabellingCommand[] = [
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

const REVIEW_COMMANDS: readonly LabellingCommand[] = [
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
