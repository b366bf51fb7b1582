/** Colours with a meaning, the same on every screen. */

import type { PortType } from '../../../shared/blocks/block.ts'
import type { BlockKindName } from '../../../shared/blocks/catalogue.ts'

export const PORT_COLORS: Record<PortType, string> = {
  frames: '#3b9eff',
  detections: '#f5a524',
  events: '#a970ff',
}

/** A block's colour follows its topic: media, models, logic, results. */
export const BLOCK_COLORS: Record<BlockKindName, string> = {
  source: '#3b9eff',
  model: '#f5a524',
  filter: '#e0823d',
  track: '#e5698f',
  crop: '#4cb8a4',
  condition: '#d9b13b',
  measure: '#a970ff',
  visualize: '#4aa3df',
  sink: '#5fb760',
}
