/** Prediction calls: the image of a call, and the answer of the model. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { deployments } from '../../../shared/api/deployments.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { InferenceConfig, PredictionReply, PredictionRequest } from '../../../shared/api/predictions.ts'
import type { Predicted, Prediction, PredictOptions } from '../../../shared/engine-contract/serving.ts'
import { message } from '../../../shared/messages/message.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import type { DeploymentRow } from '../../db/schema/deployments.ts'
import { RetryLater } from '../../http/errors.ts'
import type { Call } from '../../http/handler.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { QUEUED_PER_CONTAINER } from './container-set.ts'
import type { Containers } from './containers.ts'
import { configOf } from './deployment-record.ts'
import type { DeploymentRepository } from './deployment-repository.ts'
import type { LoadImage } from './image-url.ts'

type PredictCall = Call<typeof deployments.predict>
type PredictRequest = Pick<PredictCall, 'body' | 'form' | 'signal'>

export interface Predictions {
  /** @throws ApiError invalid_key, wrong_state, deployment_busy, image_unreadable, invalid_field */
  predict(call: PredictCall): Promise<PredictionReply>
  /** Predicts without a token: the caller may use the deployment of this id. @throws ApiError as above */
  run(id: string, request: PredictRequest): Promise<PredictionReply>
}

/** What a call needs to know of a deployment, which never changes while it runs. */
interface Facts {
  modelId: string
  config: InferenceConfig
  isClassifier: boolean
}

export interface PredictionsOptions {
  repository: Pick<DeploymentRepository, 'byId'>
  containers: Containers
  loadImage: LoadImage
  /** For the images of calls, while they are being predicted. */
  folder: string
}

/** The number of best classes that a classifier lists by default, however low their score is. */
const CLASSES_LISTED = 5

/** Deployments that should run are started within about a second. */
const [START_MS, START_POLL_MS] = [5000, 50]

export function createPredictions({ repository, containers, loadImage, folder }: PredictionsOptions): Predictions {
  const known = new Map<string, Facts>()
  let made: Promise<unknown> | null = null
  /** Calls that wait for containers to be started. */
  let starting = 0

  async function factsOf(id: string, signal: AbortSignal): Promise<Facts> {
    const found = known.get(id)
    if (found && containers.isStarted(id)) return found
    known.delete(id)
    const row = await startedRow(id, signal)
    const isClassifier = row.model_type === 'classification'
    const facts = { modelId: row.model_id, config: configOf(row), isClassifier }
    known.set(id, facts)
    return facts
  }

  /** Waits a moment for the containers of a deployment that is about to be started, as after a restart of this process. */
  async function startedRow(id: string, signal: AbortSignal): Promise<DeploymentRow> {
    const until = performance.now() + START_MS
    starting++
    try {
      for (;;) {
        const row = await repository.byId(id)
        if (!row) throw new ApiError('invalid_key', message('api.token_unknown'))
        if (containers.isStarted(id)) return row
        const { name, status } = row
        if (status !== 'active' && status !== 'provisioning') {
          throw new ApiError('wrong_state', message('deployment.not_running', { name, status }))
        }
        if (starting > QUEUED_PER_CONTAINER || performance.now() > until || signal.aborted) return busy()
        await sleep(START_POLL_MS)
      }
    } finally {
      starting--
    }
  }

  async function run(id: string, { body, form, signal }: PredictRequest): Promise<PredictionReply> {
    const facts = await factsOf(id, signal)
    const pieces = form ? form.file : [await bytesOf(body.image, loadImage, signal)]
    const options = { ...facts.config, ...optionsIn(form?.fields ?? body) }
    made ??= mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    await made
    const path = join(folder, randomUUID())
    try {
      await write(path, pieces)
      const image = { path, name: 'image' }
      const work = containers.predict(id, image, predictOptions(options, facts), signal)
      const result = await (work ?? factsOf(id, signal).then(busy))
      if (!result.ok && result.error.code.startsWith('source_')) throw new ApiError('image_unreadable', result.error)
      if (!result.ok) throw new Error(result.error.message)
      return replyOf(result.value, facts)
    } finally {
      await unlink(path).catch(() => undefined)
    }
  }

  return {
    async predict(call) {
      const { deploymentId } = call.caller
      if (deploymentId !== call.params.deployment_id.toLowerCase()) {
        throw new ApiError('invalid_key', message('api.token_unknown'))
      }
      return run(deploymentId, call)
    },
    run,
  }
}

/** All pieces at once. @throws Error from the file system */
async function write(path: string, pieces: readonly Buffer[]): Promise<void> {
  const out = createWriteStream(path)
  for (const piece of pieces) out.write(piece)
  out.end()
  await finished(out)
}

/** The containers ended after they were found. */
function busy(): never {
  throw new RetryLater('deployment_busy', message('deployment.queue_full'), 1)
}

const optionsIn = ({ confidence, class_filter, top_k }: Omit<PredictionRequest, 'image'>): InferenceConfig => ({
  ...(confidence !== undefined && { confidence }),
  ...(class_filter !== undefined && { class_filter }),
  ...(top_k !== undefined && { top_k }),
})

async function bytesOf(image: PredictionRequest['image'], loadImage: LoadImage, signal: AbortSignal): Promise<Buffer> {
  if (image.type === 'url') return loadImage(image.value, signal)
  // A data URL is what browsers make of a file.
  const text = image.value.replace(/^data:[^,]{0,200},/, '')
  const bytes = Buffer.from(text, 'base64')
  // A pattern would take quadratic time on a text of equals signs.
  let digits = text.length
  while (text[digits - 1] === '=') digits--
  if (digits === 0 || bytes.length !== Math.floor((digits * 3) / 4)) {
    throw invalidField('/image/value', message('deployment.image_no_base64'))
  }
  return bytes
}

function predictOptions({ confidence, class_filter, top_k }: InferenceConfig, { isClassifier }: Facts) {
  const least = confidence ?? (isClassifier ? 0 : undefined)
  const most = top_k ?? (isClassifier ? CLASSES_LISTED : undefined)
  const options: PredictOptions = {
    ...(least !== undefined && { confidence: least }),
    ...(most !== undefined && { maxDetections: most }),
    ...(class_filter && { classFilter: class_filter }),
  }
  return options
}

function replyOf({ width, height, detections, ms }: Prediction, { modelId, isClassifier }: Facts): PredictionReply {
  return {
    predictions: detections.map((found) => predictionOf(found, !isClassifier)),
    image: { width, height },
    model_id: modelId,
    inference_ms: Math.round(ms * 100) / 100,
  }
}

/** To a hundredth of a pixel, as in the files of a run. */
const pixels = (value: number): number => Math.round(value * 100) / 100
const score = (value: number): number => Math.round(value * 10_000) / 10_000

function predictionOf({ box, score: confidence, classId, className, rings, keypoints }: Predicted, hasBoxes: boolean) {
  const { x1, y1, x2, y2 } = box
  return {
    class_id: classId,
    class_name: className,
    confidence: score(confidence),
    ...(hasBoxes && { bounding_box: { x: pixels(x1), y: pixels(y1), w: pixels(x2 - x1), h: pixels(y2 - y1) } }),
    ...(rings && { polygon: { paths: rings.map(pointsOf) } }),
    ...(keypoints && {
      keypoints: keypoints.map((one) => ({ x: pixels(one.x), y: pixels(one.y), confidence: score(one.score) })),
    }),
  }
}

function pointsOf(ring: readonly number[]): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = []
  for (let i = 0; i + 1 < ring.length; i += 2)
    points.push({ x: pixels(ring[i] as number), y: pixels(ring[i + 1] as number) })
  return points
}
