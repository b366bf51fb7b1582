/**
 * Entry of the engine child (bundled as engine.js). Executes one job for its host, which then ends the process. Runs
 * under child_process.fork and under Electron's utilityProcess.
 */
import { rmSync } from 'node:fs'
import type { DeriveRequest, ImageDerivation } from '../../shared/engine-contract/derivation.ts'
import type { Embedding, EmbedRequest } from '../../shared/engine-contract/embedding.ts'
import type { Following, FollowRequest } from '../../shared/engine-contract/following.ts'
import type { Inspected, ProbedMedia } from '../../shared/engine-contract/job.ts'
import type { ChangedPictures, ChangeRequest } from '../../shared/engine-contract/picture-change.ts'
import type { Preview, PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { Segmentation, SegmentRequest } from '../../shared/engine-contract/segmentation.ts'
import type { Prediction } from '../../shared/engine-contract/serving.ts'
import { loadExecutors } from '../blocks/executors.ts'
import { withDisplayName } from '../core/display-name.ts'
import { asRunFailure, toRunError } from '../core/run-failure.ts'
import { longestRunningNode } from '../core/watchdog.ts'
import type { EmbeddingSession } from '../embedding/embedding-session.ts'
import { LiveFrame } from '../inspection/live-frame.ts'
import type { MediaInfo } from '../media/frame.ts'
import { hasCheckpoint } from '../output/checkpoint-file.ts'
import type { FolderLock } from '../output/folder-lock.ts'
import { workFolderOf } from '../output/work-folder.ts'
import type { PreviewSession } from '../preview/preview-session.ts'
import { runJob } from '../runtime/run-job.ts'
import type { SegmentationSession } from '../segmentation/segmentation-session.ts'
import { createTwoQueues } from '../segmentation/two-queues.ts'
import type { Served } from '../serving/serve-model.ts'
import { type FromChild, PROBE_LOGGED, type ToChild } from './child-messages.ts'
import { createUsageMeter } from './usage-meter.ts'

const BEAT_MS = 1000

const cancelled = new AbortController()
const liveFrame = new LiveFrame()
let nameDrawn: (folders: readonly string[]) => void
const drawn = new Promise<readonly string[]>((resolve) => {
  nameDrawn = resolve
})
let activity = 0
let workFolder: string | null = null
let lock: FolderLock | null = null

function send(message: FromChild): void {
  // The channel can close while a message is being sent; `orphaned` handles that.
  process.send?.(message, undefined, undefined, () => undefined)
}

/** Without a host the results are unused: only the files from which a later run can resume are kept. */
function orphaned(): void {
  try {
    if (workFolder !== null && !hasCheckpoint(workFolder)) rmSync(workFolder, { recursive: true, force: true })
  } finally {
    lock?.release()
    process.exit(1)
  }
}

async function receive(message: ToChild): Promise<void> {
  switch (message.type) {
    case 'prepare':
      return await prepare()
    case 'cancel':
      return cancelled.abort()
    case 'live-image':
      return send({ type: 'live-image', image: await liveFrame.request() })
    case 'drawn':
      return nameDrawn(message.folders)
    case 'run':
      return await run(message)
    case 'preview':
      return send({ type: 'previewed', id: message.id, result: await serialized(() => previewed(message.job)) })
    case 'segment':
      return send({ type: 'segmented', id: message.id, result: await segmented(message.request) })
    case 'derive':
      return send({ type: 'derived', id: message.id, result: await derived(message.request) })
    case 'change-image':
      return send({ type: 'image-changed', id: message.id, result: await changed(message.request) })
    case 'embed':
      return send({ type: 'embedded', id: message.id, result: await embedded(message.request) })
    case 'follow':
      return send({ type: 'followed', id: message.id, result: await followed(message.request) })
    case 'probe':
      return send({
        type: 'probed',
        result: await inspected(message, async ({ path }) =>
          summary(await (await import('../media/probe.ts')).probe(path, message.asImage)),
        ),
      })
    case 'probe-hardware': {
      const { probeHardware } = await import('../media/hardware/probe-hardware.ts')
      return send({ type: 'hardware-probed', codecs: await probeHardware(message.interface, message.name) })
    }
    case 'extract':
      return send({
        type: 'extracted',
        result: await inspected(message.request, async () =>
          (await import('../media/extract-frames.ts')).extractFrames(message.request, (done, total) => {
            activity++
            send({ type: 'extracting', done, total })
          }),
        ),
      })
    case 'plan-parts':
      return send({
        type: 'parts-planned',
        result: await inspected(message.job.source, async () =>
          (await import('../parts/plan-parts.ts')).planParts(message.job, message.lengths, () => activity++),
        ),
      })
    case 'part':
      return send({
        type: 'part-done',
        result: await inspected(message.part.job.source, async () =>
          (await import('../parts/execute-part.ts')).executePart(message.part, {
            onFrames: (done) => send({ type: 'part-frames', done }),
            onActivity: () => activity++,
            signal: cancelled.signal,
          }),
        ),
      })
    case 'serve': {
      served = inspected(message.model, async (file) =>
        (await import('../serving/serve-model.ts')).serveModel(file, message.deviceName, () => activity++),
      )
      const opened = await served
      return send({ type: 'serving', result: opened.ok ? { ok: true, value: opened.value.inspection } : opened })
    }
    case 'predict':
      return send({ type: 'predicted', id: message.id, result: await predicted(message) })
    case 'inspect':
      return send({
        type: 'inspected',
        result: await inspected(message, async ({ path, name }) =>
          (await import('../inference/inspect-model.ts')).inspectModel(path, name, message),
        ),
      })
    case 'join-model':
      return send({
        type: 'model-joined',
        result: await inspected(message.parts, async (parts) =>
          (await import('../inference/one-file/join-model.ts')).joinModel(parts),
        ),
      })
    case 'probe-device': {
      const tried = { path: '', name: message.device }
      const result = await inspected(tried, async () =>
        (await import('../inference/devices/probe-device.ts')).probeDevice(message.device),
      )
      process.stderr.write(`\n${PROBE_LOGGED}\n`)
      return send({ type: 'device-probed', result })
    }
    case 'check-device':
      return send({
        type: 'device-checked',
        result: await inspected(message, async (model) =>
          (await import('../inference/devices/check-device.ts')).checkDevice(model, message.device),
        ),
      })
  }
}

/** Modules that can't be loaded fail where they are used. */
async function prepare(): Promise<void> {
  const { prepareInference } = await import('../inference/pool.ts')
  prepareInference()
  await Promise.all([import('../media/open-media.ts'), loadExecutors(['crop', 'visualize'])]).catch(() => undefined)
}

async function run({ job, checkpointMs, devices, hardware }: Extract<ToChild, { type: 'run' }>): Promise<void> {
  const outcome = await runJob(job, {
    onReport: (report) => send({ type: 'report', report }),
    onLocked: (held) => {
      lock = held
      workFolder = workFolderOf(job.outDir, job.runId)
    },
    onCommit: (names) => send({ type: 'commit', names }),
    onActivity: () => {
      activity++
    },
    signal: cancelled.signal,
    liveFrame,
    drawn,
    ...(checkpointMs !== undefined && { checkpointMs }),
    ...(hardware && { hardware }),
    ...(devices && { devices }),
  })
  workFolder = null
  lock = null
  send({ type: 'outcome', outcome })
}

let session: Promise<PreviewSession> | null = null
let turn: Promise<unknown> = Promise.resolve()

/** Previews run one after the other. */
function serialized<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work)
  turn = result.catch(() => undefined)
  return result
}

function previewed(job: PreviewJob): Promise<Inspected<Preview>> {
  activity++
  session ??= import('../preview/preview-session.ts').then((m) => m.createPreviewSession())
  return inspected(job.source, async () => ((await session) as PreviewSession).preview(job))
}

let served: Promise<Inspected<Served>> | null = null
/** Predictions without a result. */
let predicting = 0

async function predicted({ image, options }: Extract<ToChild, { type: 'predict' }>): Promise<Inspected<Prediction>> {
  activity++
  predicting++
  try {
    const opened = await (served as Promise<Inspected<Served>>)
    return opened.ok ? await inspected(image, ({ path }) => opened.value.predict(path, options)) : opened
  } finally {
    predicting--
  }
}

const segmenting = createTwoQueues()
let segmentation: Promise<SegmentationSession> | null = null

function segmented(request: SegmentRequest): Promise<Inspected<Segmentation>> {
  segmentation ??= import('../segmentation/segmentation-session.ts').then((m) =>
    m.createSegmentationSession(() => activity++),
  )
  const work = async () => ((await segmentation) as SegmentationSession).segment(request)
  return segmenting.add(() => inspected(request.image, work), request.background)
}

function derived(request: DeriveRequest): Promise<Inspected<ImageDerivation>> {
  activity++
  return inspected(request, async () => {
    const { deriveImage } = await import('../imaging/derive-image.ts')
    return deriveImage(request)
  })
}

function changed(request: ChangeRequest): Promise<Inspected<ChangedPictures>> {
  return inspected(request, async () => {
    const { changeImage } = await import('../imaging/change-image.ts')
    return changeImage(request, () => activity++)
  })
}

let embedding: Promise<EmbeddingSession> | null = null

function embedded(request: EmbedRequest): Promise<Inspected<Embedding>> {
  embedding ??= import('../embedding/embedding-session.ts').then((m) => m.createEmbeddingSession(() => activity++))
  return inspected(request, async () => ((await embedding) as EmbeddingSession).embed(request))
}

function followed(request: FollowRequest): Promise<Inspected<Following>> {
  return inspected(request, async () => {
    const { followInImage } = await import('../imaging/follow-in-image.ts')
    return followInImage(request, () => activity++)
  })
}

interface NamedFile {
  path: string
  name: string
}

async function inspected<T, F extends NamedFile>(file: F, inspect: (file: F) => Promise<T>): Promise<Inspected<T>> {
  try {
    return { ok: true, value: await inspect(file) }
  } catch (error) {
    return { ok: false, error: toRunError(asRunFailure(error, null), withDisplayName(file.path, file.name)) }
  }
}

const summary = (info: MediaInfo): ProbedMedia => ({
  codec: info.codec,
  width: info.width,
  height: info.height,
  duration_seconds: info.durationS,
  native_fps: info.nativeFps,
  frame_count: info.frameCount,
})

// Ctrl-C, a closed terminal and a shutdown signal the whole process group; the host ends the run gracefully.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const usage = createUsageMeter()
setInterval(() => {
  // A model that nobody requests predictions of is not stalled.
  if (served && predicting === 0) activity++
  send({ type: 'beat', activity, node: longestRunningNode(), usage: usage() })
}, BEAT_MS)

process.on('message', (message) => void receive(message as ToChild))
process.on('disconnect', orphaned)
// A host that died while this process started was not heard.
if (process.connected === false) orphaned()
