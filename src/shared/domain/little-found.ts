/** Judges whether a model block of a run found next to nothing: no detection, or no sure one, in most frames. */
import { type Static, Type } from 'typebox'

export const LittleFound = Type.Object(
  {
    frames: Type.Integer({ minimum: 1, description: 'Frames on which the block ran' }),
    frames_with: Type.Integer({ minimum: 0, description: 'Frames in which the block found anything' }),
    frames_sure: Type.Integer({
      minimum: 0,
      description: 'Frames with a detection whose score is not near the threshold',
    }),
    threshold: Type.Number({ minimum: 0, maximum: 1, description: 'The confidence that the block asks for' }),
  },
  { description: 'In most frames the block found nothing, or only detections with a score near its threshold' },
)
export type LittleFound = Static<typeof LittleFound>

/** A second of video at least; fewer frames are too few to judge a model. */
export const MIN_FRAMES = 20

/**
 * Share of frames without a sure detection above which a block found next to nothing. Traffic that is away for half of
 * the time, and unsure in a part of the rest, remains below.
 */
export const MAX_UNSURE = 0.8

export interface FramesFound {
  frames: number
  /** Frames with any detection, and those with one whose score is not near the threshold. */
  framesWith: number
  framesSure: number
}

/** Returns the figures of a block that found next to nothing; null for every other block. */
export function littleFoundOf({ frames, framesWith, framesSure }: FramesFound, threshold: number): LittleFound | null {
  if (frames < MIN_FRAMES || frames - framesSure <= MAX_UNSURE * frames) return null
  return { frames, frames_with: framesWith, frames_sure: framesSure, threshold }
}

/** The blocks of a run that found next to nothing, with the shares of frames with no and with only near detections. */
export function littleFoundIn(
  nodes: Readonly<Record<string, { little_found?: LittleFound }>>,
): { nodeId: string; empty: number; near: number; threshold: number }[] {
  return Object.entries(nodes).flatMap(([nodeId, { little_found: found }]) => {
    if (!found) return []
    const { frames, frames_with, frames_sure, threshold } = found
    return [{ nodeId, empty: (frames - frames_with) / frames, near: (frames_with - frames_sure) / frames, threshold }]
  })
}
