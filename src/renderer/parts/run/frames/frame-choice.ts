/** The choice of frames of a video, as a form holds it. */
import type { FrameRequest } from '../../../../shared/api/video.ts'
import { SELECTION_DEFAULTS } from '../../../../shared/domain/frame-selection.ts'

/** The rules that need no run. */
export const RULES = ['rate', 'every_nth', 'scene_changes', 'differing'] as const
export const RULES_OF_RUN = ['unsure', ...RULES] as const
/** With the moments that a page has found, such as those at which a run counted wrongly. */
export const RULES_WITH_MOMENTS = ['moments', ...RULES_OF_RUN] as const
export type FrameRule = (typeof RULES_WITH_MOMENTS)[number]

/** The settings of every rule: a rule that is chosen again has those that it had. */
export interface FrameChoice {
  by: FrameRule
  fps: number
  n: number
  minChange: number
  minScene: number
  minDifference: number
  compared: number
  below: number
  count: number
  gap: number
}

const { scene_changes, differing, unsure } = SELECTION_DEFAULTS
export const firstChoice = (by: FrameRule): FrameChoice => ({
  by,
  fps: 1,
  n: 30,
  minChange: scene_changes.min_change,
  minScene: scene_changes.min_scene_s,
  minDifference: differing.min_difference,
  compared: differing.fps,
  below: unsure.below,
  count: unsure.count,
  gap: unsure.min_gap_s,
})

export interface FrameFacts {
  /** The id of the run whose detections decide; only for `unsure`. */
  runId: string | null
  /** Seconds from the first frame, at most 10,000; only for `moments`. */
  moments?: readonly number[]
}

export function requestOf(choice: FrameChoice, { runId, moments = [] }: FrameFacts): FrameRequest {
  const { by } = choice
  if (by === 'moments') return { by, times_s: [...moments] }
  if (by === 'rate') return { by, fps: choice.fps }
  if (by === 'every_nth') return { by, n: choice.n }
  if (by === 'scene_changes') return { by, min_change: choice.minChange, min_scene_s: choice.minScene }
  if (by === 'differing') return { by, min_difference: choice.minDifference, fps: choice.compared }
  return { by, run_id: runId ?? '', below: choice.below, count: choice.count, min_gap_s: choice.gap }
}

export interface FrameEstimate {
  /** `most`: the number is known only once the frames are compared. */
  kind: 'about' | 'most'
  frames: number
}

export interface VideoLength {
  /** Moments that a page has found. */
  moments?: number
  durationS: number
  frames: number
}

/** Null when the number can't be known before the video is read. */
export function estimateOf(choice: FrameChoice, { durationS, frames, moments = 0 }: VideoLength): FrameEstimate | null {
  const atRate = (fps: number) => Math.max(1, Math.min(frames, Math.ceil(durationS * fps)))
  if (choice.by === 'moments') return { kind: 'most', frames: moments }
  if (choice.by === 'rate') return { kind: 'about', frames: atRate(choice.fps) }
  if (choice.by === 'every_nth') return { kind: 'about', frames: Math.max(1, Math.ceil(frames / choice.n)) }
  if (choice.by === 'differing') return { kind: 'most', frames: atRate(choice.compared) }
  if (choice.by === 'unsure') return { kind: 'most', frames: Math.min(frames, choice.count) }
  return null
}
