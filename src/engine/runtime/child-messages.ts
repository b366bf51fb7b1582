/** What the host and its engine child tell each other. */
import type { EngineReport, Inspected, ModelInspection, RunJob, RunOutcome } from '../../shared/domain/job.ts'
import type { MediaSummary } from '../../shared/domain/run.ts'

export type ToChild =
  | { type: 'run'; job: RunJob }
  | { type: 'probe'; path: string; name: string }
  | { type: 'inspect'; path: string; name: string }
  | { type: 'cancel' }

export type FromChild =
  | { type: 'report'; report: EngineReport }
  /** These files are about to appear in the output folder. */
  | { type: 'commit'; names: string[] }
  /** Once a second; `activity` grows while the work moves on. */
  | { type: 'beat'; activity: number }
  | { type: 'outcome'; outcome: RunOutcome }
  | { type: 'probed'; result: Inspected<MediaSummary> }
  | { type: 'inspected'; result: Inspected<ModelInspection> }
