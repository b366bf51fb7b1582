/**
 * The state of the drawing dialog's preview: the shown time and, while `live`, the block's detections and counts. The
 * editor provides it; elsewhere only the time can be chosen.
 */
import { createContext, useContext, useState } from 'react'
import type { RunCounts } from '../../../../shared/domain/event.ts'
import type { PreviewDetection } from '../../../../shared/engine-contract/preview.ts'

export interface LiveMoment {
  /** Media time of the shown frame, seconds. */
  timeS: number
  /** Start of the preview window, media time in seconds. */
  atS: number
  lookAt(atS: number): void
  /** Number of frames in the window; 0 without a preview. */
  frames: number
  frame: number
  showFrame(index: number): void
  detections: readonly PreviewDetection[]
  trails: readonly { trackId: number; points: readonly [number, number][] }[]
  counts: RunCounts | null
  state: 'off' | 'busy' | 'shown' | 'left_out'
  /** Explains what the block still needs when the preview left it out. */
  why: string | null
  problem: string | null
}

const NO_PREVIEW = {
  frames: 0,
  frame: 0,
  showFrame: () => {},
  detections: [],
  trails: [],
  counts: null,
  state: 'off',
  why: null,
  problem: null,
} as const

function useTimeOnly(): LiveMoment {
  const [atS, lookAt] = useState(0)
  return { ...NO_PREVIEW, timeS: atS, atS, lookAt }
}

/** A hook that returns the moment of a block. */
export type UseLiveMoment = (nodeId: string, live: boolean) => LiveMoment

export const LiveMomentContext = createContext<UseLiveMoment>(useTimeOnly)

/** The provided hook never changes while a component is mounted. */
export function useLiveMoment(nodeId: string, live: boolean): LiveMoment {
  const useMoment = useContext(LiveMomentContext)
  return useMoment(nodeId, live)
}
