import type { DeviceUsed } from '../../shared/domain/device.ts'
import type { TallyState } from '../core/tally-state.ts'

/** The end of a detection tape: its time of creation, and the figures of the node and of those upstream. */
export interface TapeEnd {
  frames: number
  /** ISO 8601. */
  madeAt: string
  tallies: Record<string, TallyState>
  /** By node. */
  devices: Record<string, DeviceUsed>
}
