/**
 * Describes models in the process of the test, with the function that an engine process calls: the start of one takes
 * longer than what is tested around it.
 */
import { basename } from 'node:path'
import { asRunFailure, toRunError, withDisplayName } from '../../../src/engine/core/run-failure.ts'
import { inspectModel } from '../../../src/engine/inference/inspect-model.ts'
import { joinModel } from '../../../src/engine/inference/one-file/join-model.ts'
import type { Engine, Inspected } from '../../../src/shared/engine-contract/job.ts'

export const inspectingHere = <E extends Engine>(engine: E): E => ({
  ...engine,
  joinModel: (parts) => here(joinModel(parts), parts.path, parts.name),
  inspectModel: (path, name = basename(path), ...speed) =>
    // Devices are probed in a process.
    speed.length > 0 ? engine.inspectModel(path, name, ...speed) : here(inspectModel(path, name), path, name),
})

const here = <T>(work: Promise<T>, path: string, name: string): Promise<Inspected<T>> =>
  work.then(
    (value) => ({ ok: true, value }),
    (error) => ({ ok: false, error: toRunError(asRunFailure(error, null), withDisplayName(path, name)) }),
  )
