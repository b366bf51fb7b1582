import type { LogLine, WorkflowRun } from '../../../shared/domain/run.ts'
import type { Graph } from '../../../shared/graph/graph.ts'

/** The receiver of the results of completed runs, which lies above them. */
export interface ResultIntake {
  /** Must be called before a run starts: records that its results are awaited. */
  expect(runId: string, graph: Graph): Promise<void>
  /** Returns the completed run, with a longer log if anything was imported. Never rejects. */
  settle(run: WorkflowRun, onLine: (line: LogLine) => void): Promise<WorkflowRun>
}
