/** Commands for the view, for the order of objects, and for the image and its neighbours. */
import { texts } from '../../../../texts/texts.ts'
import type { CommandContext, ImageAction, LabellingCommand } from './command.ts'

const words = texts.labelling.commands

/** The act of a command that has an effect at any time. */
const always =
  (act: (context: CommandContext) => void): LabellingCommand['act'] =>
  (context) => {
    act(context)
    return true
  }

export const VIEW_COMMANDS: readonly LabellingCommand[] = [
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

export const IMAGE_COMMANDS: readonly LabellingCommand[] = [
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
