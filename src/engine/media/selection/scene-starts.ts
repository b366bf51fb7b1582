/**
 * Cuts between scenes, as PySceneDetect's AdaptiveDetector finds them: a frame starts a scene when it changed much more
 * from the one before than its neighbours did. A camera that pans or shakes changes all of them alike.
 */
import type { SceneSelection } from '../../../shared/domain/frame-selection.ts'

/** Neighbours on each side. */
export const NEIGHBOURS = 2
/** A cut changes this many times as much as its neighbours; PySceneDetect's own value. */
const RATIO = 3
/** Added to the neighbours' mean, since frames of a still scene may be equal. */
const FLOOR = 1e-5

export interface SceneStarts {
  /**
   * `change`: mean change of the frame from the one before. `around`: those of up to two neighbours on each side; none
   * for the first frame of the video, which starts a scene.
   */
  isStart(frame: { timeS: number; change: number | null; around: readonly number[] }): boolean
}

export function createSceneStarts({ min_change, min_scene_s }: Omit<SceneSelection, 'by'>): SceneStarts {
  let lastS = Number.NEGATIVE_INFINITY
  return {
    isStart({ timeS, change, around }) {
      const mean = around.length === 0 ? 0 : around.reduce((sum, one) => sum + one, 0) / around.length
      const isCut = change === null || (change >= min_change && change / (mean + FLOOR) >= RATIO)
      if (!isCut || timeS - lastS < min_scene_s) return false
      lastS = timeS
      return true
    },
  }
}
