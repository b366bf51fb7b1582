/** What the host and its engine child tell each other. */
import type {
  EngineReport,
  Extraction,
  ExtractRequest,
  Inspected,
  ModelInspection,
  ProbedMedia,
  RunJob,
  RunOutcome,
} from '../../shared/domain/job.ts'
import type { Preview, PreviewJob } from '../../shared/domain/preview.ts'
import type { RunPicture } from '../../shared/domain/run.ts'

export type ToChild =
  /** Work is to come: load what most work needs. */
  | { type: 'prepare' }
  | { type: 'run'; job: RunJob; checkpointMs?: number }
  | { type: 'probe'; path: string; name: string }
  | { type: 'inspect'; path: string; name: string; measure: boolean }
  | { type: 'preview'; id: number; job: PreviewJob }
  | { type: 'extract'; request: ExtractRequest }
  /** A picture of the run is wanted. */
  | { type: 'look' }
  | { type: 'cancel' }

/** What the process takes, as the operating system tells it. */
export interface Usage {
  /** Of all processors together, 0 to 1, since the beat before. */
  cpuShare: number
  memoryBytes: number
}

export type FromChild =
  | { type: 'report'; report: EngineReport }
  /** These files are about to appear in the output folder. */
  | { type: 'commit'; names: string[] }
  /** Once a second; `activity` grows while the work moves on. `node`: the block that has been at work longest. */
  | { type: 'beat'; activity: number; node: string | null; usage: Usage }
  | { type: 'previewed'; id: number; result: Inspected<Preview> }
  | { type: 'extracting'; done: number; total: number | null }
  | { type: 'extracted'; result: Inspected<Extraction> }
  | { type: 'picture'; picture: RunPicture | null }
  | { type: 'outcome'; outcome: RunOutcome }
  | { type: 'probed'; result: Inspected<ProbedMedia> }
  | { type: 'inspected'; result: Inspected<ModelInspection> }
