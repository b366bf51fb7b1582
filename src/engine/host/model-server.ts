/** Keeps a model open in an engine child, and passes on predictions and their results. */
import type { Device } from '../../shared/domain/device.ts'
import type { RunError } from '../../shared/domain/run.ts'
import type { Inspected, ModelFile, ModelInspection } from '../../shared/engine-contract/job.ts'
import type { ModelServer, Prediction } from '../../shared/engine-contract/serving.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { ToChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
import { type End, type Limits, supervise } from './supervise.ts'

export interface ModelServing {
  model: ModelFile
  /** The device of the model's choice. */
  device: Promise<Device>
  begin(first: ToChild): EngineChild
  limits: Limits
  lossOf(end: End): RunError
}

/** A prediction that takes longer counts as hung, and so does a model that takes longer to open. */
const STALLED_MS = 120_000

export function createModelServer({ model, device, begin, limits, lossOf }: ModelServing): ModelServer {
  const owed = new Map<number, (result: Inspected<Prediction>) => void>()
  let requests = 0
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
    for (const [id, settle] of owed) {
      owed.delete(id)
      settle({ ok: false, error: reason })
    }
  }

  const started = device.then((found) => {
    if (failure) return
    const begun = begin({ type: 'serve', model: { ...model, device: found.id }, deviceName: found.name })
    child = begun
    const patience = { ...limits, stalledMs: Math.min(limits.stalledMs, STALLED_MS) }
    const watched = supervise(begun, patience, (received) => {
      if (received.type === 'serving') {
        if (received.result.ok) opened(received.result)
        else end(received.result.error)
      } else if (received.type === 'predicted') {
        owed.get(received.id)?.(received.result)
        owed.delete(received.id)
      }
    })
    void watched.then((how) => {
      if (failure) return
      const reason = lossOf(how)
      end(reason)
      lost(reason)
    })
  })

  return {
    ready,
    ended,
    get pending() {
      return owed.size
    },
    get pid() {
      return child?.pid
    },
    predict(image, options = {}) {
      if (failure) return Promise.resolve({ ok: false, error: failure })
      const id = requests++
      const result = new Promise<Inspected<Prediction>>((resolve) => owed.set(id, resolve))
      void started.then(() => {
        if (!failure) child?.send({ type: 'predict', id, image, options })
      })
      return result
    },
    close() {
      end({ code: 'engine_died', ...saidOf(message('engine.server_closed')), node_id: null })
    },
  }
}
