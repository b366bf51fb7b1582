/** Keeps a model open in an engine child, and passes on predictions and their results. */
import type { Device } from '../../shared/domain/device.ts'
import type { RunError } from '../../shared/domain/run.ts'
import type { Inspected, ModelFile, ModelInspection } from '../../shared/engine-contract/job.ts'
import type { ModelServer } from '../../shared/engine-contract/serving.ts'
import { message, saidOf } from '../../shared/messages/message.ts'
import type { EngineChild } from './engine-child.ts'
import { errorOf, type Limits, PendingCalls, supervise } from './supervise.ts'

export interface ModelServing {
  model: ModelFile
  /** The device of the model's choice. */
  device: Promise<Device>
  begin(): EngineChild
  limits: Limits
}

/** A prediction that takes longer counts as hung, and so does a model that takes longer to open. */
const STALLED_MS = 120_000

export function createModelServer({ model, device, begin, limits }: ModelServing): ModelServer {
  const opening = new PendingCalls()
  const predictions = new PendingCalls()
  let child: EngineChild | null = null
  /** Why there are no more predictions. */
  let failure: RunError | null = null
  let opened: (result: Inspected<ModelInspection>) => void = () => undefined
  const ready = new Promise<Inspected<ModelInspection>>((resolve) => {
    opened = resolve
  })
  let lost: (reason: RunError) => void = () => undefined
  const ended = new Promise<RunError>((resolve) => {
    lost = resolve
  })

  /** Nothing is sent after the end, and results that arrive later are not owed. */
  function end(reason: RunError): void {
    if (failure) return
    failure = reason
    child?.kill()
    opened({ ok: false, error: reason })
    predictions.fail(reason)
  }

  const started = device.then((found) => {
    if (failure) return
    const { message: first, result } = opening.add('serve', {
      model: { ...model, device: found.id },
      deviceName: found.name,
    })
    void result.then((serving) => {
      if (serving.ok) opened(serving)
      else end(serving.error)
    })
    const begun = begin()
    child = begun
    begun.send(first)
    const patience = { ...limits, stalledMs: Math.min(limits.stalledMs, STALLED_MS) }
    const watched = supervise<never>(begun, patience, (received) => {
      opening.receive(received)
      predictions.receive(received)
      return null
    })
    void watched.then((how) => {
      if (failure || how.type === 'answered') return
      const reason = errorOf(how)
      end(reason)
      lost(reason)
    })
  })

  return {
    ready,
    ended,
    get pending() {
      return predictions.size
    },
    get pid() {
      return child?.pid
    },
    predict(image, options = {}) {
      if (failure) return Promise.resolve({ ok: false, error: failure })
      const { message: asked, result } = predictions.add('predict', { image, options })
      void started.then(() => {
        if (!failure) child?.send(asked)
      })
      return result
    },
    close() {
      end({ code: 'engine_died', ...saidOf(message('engine.server_closed')), node_id: null })
    },
  }
}
