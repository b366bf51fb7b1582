/** A process that keeps a model open, for API tests: the first word of a file is its type. */
import { readFileSync } from 'node:fs'
import type { RunError, RunErrorCode } from '../../../src/shared/domain/run.ts'
import type { Inspected, ModelFile, ModelInspection } from '../../../src/shared/engine-contract/job.ts'
import type { ModelServer, Predicted, Prediction, PredictOptions } from '../../../src/shared/engine-contract/serving.ts'

export interface ScriptedServer extends ModelServer {
  readonly model: ModelFile
  /** Options of the predictions so far. */
  readonly options: PredictOptions[]
  readonly isClosed: boolean
  /** True once it ended by itself. */
  readonly isDead: boolean
  /** Ends held predictions. */
  release(): void
  /** Ends as a process that is killed. */
  die(): void
}

const failure = (code: RunErrorCode, message = 'Unreadable.'): { ok: false; error: RunError } => ({
  ok: false,
  error: { code, message, node_id: null },
})

/** Finds every class once in an IMAGE, the first with the highest score. */
export function scriptedServer(model: ModelFile, like: ModelInspection, isHeld = () => false): ScriptedServer {
  const [kind, ...classes] = readFileSync(model.path, 'utf8').split(' ')
  const isModel = kind === 'MODEL'
  const options: PredictOptions[] = []
  const held = new Set<(result: Inspected<Prediction> | null) => void>()
  let end: RunError | null = null
  let isClosed = false
  let lost: (reason: RunError) => void = () => undefined
  const ended = new Promise<RunError>((resolve) => {
    lost = resolve
  })

  function finish(reason: RunError): void {
    if (end) return
    end = reason
    for (const settle of held) settle({ ok: false, error: reason })
  }

  async function predict(path: string, given: PredictOptions): Promise<Inspected<Prediction>> {
    options.push(given)
    if (!isModel) return failure('model_unreadable')
    if (end) return { ok: false, error: end }
    const detections = detectionsOf(classes, given)
    const isImage = readFileSync(path, 'utf8').startsWith('IMAGE')
    const result = isImage
      ? ({ ok: true, value: { width: 1280, height: 720, detections, ms: 5 } } as const)
      : failure('source_unreadable', 'This file is not an image.')
    if (!isHeld()) return result
    return new Promise((resolve) => {
      const settle = (other: Inspected<Prediction> | null) => {
        held.delete(settle)
        resolve(other ?? result)
      }
      held.add(settle)
    })
  }

  return {
    model,
    options,
    ended,
    pid: undefined,
    ready: Promise.resolve(isModel ? { ok: true, value: { ...like, classes } } : failure('model_unreadable')),
    get pending() {
      return held.size
    },
    get isDead() {
      return end !== null && !isClosed
    },
    get isClosed() {
      return isClosed
    },
    predict: ({ path }, given = {}) => predict(path, given),
    release() {
      for (const settle of held) settle(null)
    },
    die() {
      const { error } = failure('engine_died', 'The engine was ended from outside.')
      finish(error)
      lost(error)
    },
    close() {
      isClosed = true
      finish(failure('engine_died').error)
    },
  }
}

function detectionsOf(classes: readonly string[], options: PredictOptions): Predicted[] {
  const { confidence = 0.25, classFilter = [], maxDetections = 300 } = options
  return classes
    .map((className, classId) => ({
      className,
      classId,
      score: 0.9 - 0.2 * classId,
      box: { x1: 10 + 100 * classId, y1: 20, x2: 90 + 100 * classId, y2: 80 },
    }))
    .filter(({ score, className }) => score >= confidence && (!classFilter.length || classFilter.includes(className)))
    .slice(0, maxDetections)
}
