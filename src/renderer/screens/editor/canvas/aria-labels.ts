/** Screen reader labels of the canvas' parts, in the page's language. */
import type { AriaLabelConfig } from '@xyflow/react'
import { texts } from '../../../texts/texts.ts'

const words = texts.editor.canvas.screenReader

const isDirection = (direction: string): direction is keyof typeof words.directions =>
  Object.hasOwn(words.directions, direction)

export const ARIA_LABELS: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': words.block,
  'node.a11yDescription.keyboardDisabled': words.block,
  'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }) =>
    words.moved(isDirection(direction) ? words.directions[direction] : direction, x, y),
  'edge.a11yDescription.default': words.wire,
}
