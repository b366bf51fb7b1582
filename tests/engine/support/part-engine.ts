/** The calls of an engine that a run in parts needs, in processes as hosts start them, or in the process of the test. */
import { executePart } from '../../../src/engine/parts/execute-part.ts'
import { planParts } from '../../../src/engine/parts/plan-parts.ts'
import type { Inspected, RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import type { PartJob, PartLengths, PartPlan, PartResult } from '../../../src/shared/engine-contract/parts.ts'
import { engine } from './run.ts'
import { runHere, unwatched } from './run-here.ts'

export interface PartEngine {
  planParts(job: RunJob, lengths: PartLengths): Promise<PartPlan | null>
  executePart(part: PartJob): Promise<PartResult>
  start(job: RunJob): { done: Promise<RunOutcome>; drawn(folders: readonly string[]): void }
}

const unwrapped = <T>(result: Inspected<T>): T => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

export const inProcesses: PartEngine = {
  planParts: async (job, lengths) => unwrapped(await engine().planParts({ job, lengths })),
  executePart: async (part) => unwrapped(await engine().executePart(part, () => undefined).done),
  start: (job) => engine().start(job, () => undefined),
}

export const here: PartEngine = {
  planParts: (job, lengths) => planParts(job, lengths, unwatched.onActivity),
  executePart: (part) => executePart(part, { ...unwatched, onFrames: () => undefined }),
  start(job) {
    let drawn: (folders: readonly string[]) => void = () => undefined
    const named = new Promise<readonly string[]>((resolve) => {
      drawn = resolve
    })
    return { done: runHere(job, { drawn: named }), drawn }
  },
}
