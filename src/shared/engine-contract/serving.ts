/** The contract for processes that keep a model open: deployments, batches and evaluations predict images with them. */
import type { Detection } from '../domain/detection.ts'
import type { RunError } from '../domain/run.ts'
import type { Inspected, ModelInspection } from './job.ts'

export interface ServedImage {
  /** Absolute path on this machine. */
  path: string
  /** The owner's name for the file. */
  name: string
}

/** Omitted ones have the defaults of the model block. */
export interface PredictOptions {
  /** Least score, 0 to 1. */
  confidence?: number
  /** Names of the classes to keep; empty keeps all. */
  classFilter?: readonly string[]
  /** Most detections of an image. Of a classifier, most classes, best first; one when omitted. */
  maxDetections?: number
}

export type Predicted = Pick<Detection, 'box' | 'score' | 'classId' | 'className' | 'rings' | 'keypoints'>

export interface Prediction {
  /** Pixels of the upright image, in which the detections are given. */
  width: number
  height: number
  /** By falling score. */
  detections: Predicted[]
  /** Milliseconds that the model took for its batch, without queueing time. */
  ms: number
}

/** A process that keeps one model open. Nothing rejects: a failure is a result. */
export interface ModelServer {
  /** Resolves once the model is open, or cannot be opened. */
  readonly ready: Promise<Inspected<ModelInspection>>
  /** Images that wait at the same time may share a run of the model. A process that ends fails its requests with `engine_died`. */
  predict(image: ServedImage, options?: PredictOptions): Promise<Inspected<Prediction>>
  /** Requests without a result. */
  readonly pending: number
  /** Resolves with the reason when the process ended by itself; never after `close`. */
  readonly ended: Promise<RunError>
  readonly pid: number | undefined
  /** Ends the process at once; its requests fail. */
  close(): void
}
