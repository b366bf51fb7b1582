/** Colours of notes and groups: the theme's semantic colours, defined in both schemes. */
import type { CardColor } from '../../../../shared/graph/graph.ts'
import { PORT_COLORS } from '../../../base/ui/tokens.ts'

export const CARD_PAINT: Record<CardColor, string> = {
  grey: 'var(--sl-faint)',
  blue: PORT_COLORS.frames,
  green: 'var(--sl-good)',
  amber: PORT_COLORS.detections,
  red: 'var(--sl-bad)',
  violet: PORT_COLORS.events,
}
