/** Plans and executes parts of runs, each in an engine child of its own. */
import { CPU } from '../../shared/domain/device.ts'
import type { RunError } from '../../shared/domain/run.ts'
import type { Engine, Inspected, ModelFile, RunJob } from '../../shared/engine-contract/job.ts'
import type { PartPlan, PartResult } from '../../shared/engine-contract/parts.ts'
import type { ToChild } from './child-messages.ts'
import type { DeviceTrials } from './devices/device-choice.ts'
import { deviceOf } from './devices/devices-of-run.ts'
import type { EngineChild } from './engine-child.ts'
import { type Answer, type End, type Limits, supervise } from './supervise.ts'

export interface PartHostOptions {
  begin(first: ToChild): EngineChild
  request<T>(asked: ToChild, type: Answer['type']): Promise<Inspected<T>>
  limits: Limits
  lossOf(end: End): RunError
  trials: DeviceTrials
}

export function createParts(options: PartHostOptions): Pick<Engine, 'planParts' | 'executePart'> {
  const { begin, request, limits, lossOf, trials } = options
  async function onNamedDevices(job: RunJob): Promise<RunJob> {
    const named = async ([id, file]: [string, ModelFile]) =>
      [id, { ...file, device: (await deviceOf(file, trials, job.deviceChecks ?? undefined)).id }] as const
    return { ...job, models: Object.fromEntries(await Promise.all(Object.entries(job.models).map(named))) }
  }
  return {
    async planParts(job, lengths) {
      const named = await onNamedDevices(job)
      return request<PartPlan | null>({ type: 'plan-parts', job: named, lengths }, 'parts-planned')
    },
    executePart({ job, ...part }, onFrames) {
      const models = Object.entries(job.models).map(([id, file]) => [id, { ...file, device: CPU }])
      const child = begin({ type: 'part', part: { ...part, job: { ...job, models: Object.fromEntries(models) } } })
      const ended = supervise(child, limits, (received) => {
        if (received.type === 'part-frames') onFrames(received.done)
      })
      const result = (end: End): Inspected<PartResult> =>
        end.type === 'answered' && end.answer.type === 'part-done'
          ? end.answer.result
          : { ok: false, error: lossOf(end) }
      return { done: ended.then(result), cancel: () => child.kill() }
    },
  }
}
