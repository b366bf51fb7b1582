/** A run of a long video in parts: several machines find detections and draw, and the run joins their results. */
import type { RunJob } from './job.ts'

/** Frames of a run, from `first` to before `end`. */
export interface RunPart {
  first: number
  /** Null for the last part, which ends with the media. */
  end: number | null
  /** Null for the first part. */
  start: PartStart | null
  /** Hex digest of everything that determines the detections of the part: parts with the same key have the same. */
  key: string
}

/** Position in the media before the first frame of a part, as JSON. */
export interface PartStart {
  /** Number of frames of the media before, including those that the run does not process. */
  pictures: number
  /** Container timestamp of the frame before: a decimal number. */
  pts: string
  /** Container time of the first frame of the media, in seconds. */
  startS: number
  /** Media time of the frame before, in seconds. */
  lastS: number
  /** Next tick of the sample rate. */
  nextTick: number
}

export interface PartPlan {
  /** The SHA-256 digest of the media, hex. */
  sha256: string
  /** Frames of the run that the parts have together. */
  frames: number
  /** In which detections are found. */
  detected: RunPart[]
  /** In which the annotated videos are drawn; empty when the run draws them itself. */
  drawn: RunPart[]
}

export interface PartLengths {
  /** Seconds of the shortest part. */
  leastS: number
  /** Number of parts that are executed at the same time. */
  atOnce: number
  /** Most parts that one slot executes one after the other. */
  rounds: number
}

export interface PartPlanRequest {
  job: RunJob
  lengths: PartLengths
}

export interface PartJob {
  /** Finds the detections, or draws the annotated videos, for which the detections of all parts are needed. */
  step: 'detect' | 'draw'
  job: RunJob
  sha256: string
  part: RunPart
  /** Existing folder for the results. */
  outDir: string
  /** Folders with the detections of all parts, in order; empty for `detect`. */
  detected: readonly string[]
}

export interface PartResult {
  frames: number
  /** False when the media is damaged there or its frames change their size: one machine must then read all of it. */
  isRegular: boolean
}

/** Results of the parts, from which a run starts. */
export interface PartsOfRun {
  /** Folders with the detections, in order. */
  detected: readonly string[]
  /** Folders with the videos, in order; `later`: `EngineRun.drawn` names them; null: the run draws them itself. */
  drawn: readonly string[] | 'later' | null
}
