/**
 * What an engine process does for each call. Modules are loaded on the first call that needs them; sessions stay open for the
 * next call.
 */
import type { ProbedMedia } from '../../shared/engine-contract/job.ts'
import type { MediaInfo } from '../media/frame.ts'
import type { Served } from '../serving/serve-model.ts'
import { type CallName, PROBE_LOGGED, type ProgressOf, type RequestOf, type ResultOf } from './engine-child.ts'

export interface CallHooks<Progress extends unknown[]> {
  /** A call that has not called this for long counts as hung. */
  onActivity(): void
  onProgress(...progress: Progress): void
  signal: AbortSignal
}

/** A failure is thrown: RunFailure, MediaError, or any other error. */
export type Implementations = {
  [Name in CallName]: (request: RequestOf<Name>, hooks: CallHooks<ProgressOf<Name>>) => Promise<ResultOf<Name>>
}

/** Opens what calls share on the first one, with its hooks. */
function shared<Session>(open: (onActivity: () => void) => Promise<Session>) {
  let opened: Promise<Session> | null = null
  return ({ onActivity }: Pick<CallHooks<never>, 'onActivity'>): Promise<Session> => {
    opened ??= open(onActivity)
    return opened
  }
}

const previews = shared(async () => (await import('../preview/preview-session.ts')).createPreviewSession())
const embeddings = shared(async (onActivity) =>
  (await import('../embedding/embedding-session.ts')).createEmbeddingSession(onActivity),
)
const segmentations = shared(async (onActivity) =>
  (await import('../segmentation/segmentation-session.ts')).createSegmentationSession(onActivity),
)
let previewing: Promise<unknown> = Promise.resolve()
let served: Promise<Served> | null = null

export const IMPLEMENTATIONS: Implementations = {
  async probe({ path, asImage }) {
    const { probe } = await import('../media/probe.ts')
    return summary(await probe(path, asImage))
  },
  async extractFrames(request, { onActivity, onProgress }) {
    const { extractFrames } = await import('../media/extract-frames.ts')
    return extractFrames(request, (done, total) => {
      onActivity()
      onProgress(done, total)
    })
  },
  async joinModel(parts) {
    const { joinModel } = await import('../inference/one-file/join-model.ts')
    return joinModel(parts)
  },
  async planParts({ job, lengths }, { onActivity }) {
    const { planParts } = await import('../parts/plan-parts.ts')
    return planParts(job, lengths, onActivity)
  },
  async executePart(part, { onActivity, onProgress: onFrames, signal }) {
    const { executePart } = await import('../parts/execute-part.ts')
    return executePart(part, { onFrames, onActivity, signal })
  },
  /** One after the other. */
  preview(job, hooks) {
    const preview = async () => {
      hooks.onActivity()
      return (await previews(hooks)).preview(job)
    }
    const result = previewing.then(preview)
    previewing = result.catch(() => undefined)
    return result
  },
  async segment(request, hooks) {
    return (await segmentations(hooks)).segment(request)
  },
  async derive(request, { onActivity }) {
    onActivity()
    const { deriveImage } = await import('../imaging/derive-image.ts')
    return deriveImage(request)
  },
  async changeImage(request, { onActivity }) {
    const { changeImage } = await import('../imaging/change-image.ts')
    return changeImage(request, onActivity)
  },
  async embed(request, hooks) {
    return (await embeddings(hooks)).embed(request)
  },
  async follow(request, { onActivity }) {
    const { followInImage } = await import('../imaging/follow-in-image.ts')
    return followInImage(request, onActivity)
  },
  async inspectModel(request) {
    const { inspectModel } = await import('../inference/inspect-model.ts')
    return inspectModel(request.path, request.name, request)
  },
  async checkDevice(model) {
    const { checkDevice } = await import('../inference/devices/check-device.ts')
    return checkDevice(model, model.device)
  },
  async probeDevice({ device }) {
    try {
      const { probeDevice } = await import('../inference/devices/probe-device.ts')
      return await probeDevice(device)
    } finally {
      process.stderr.write(`\n${PROBE_LOGGED}\n`)
    }
  },
  async probeHardware({ kind, name }) {
    const { probeHardware } = await import('../media/hardware/probe-hardware.ts')
    return probeHardware(kind, name)
  },
  async serve({ model, deviceName }, { onActivity }) {
    served = import('../serving/serve-model.ts').then((m) => m.serveModel(model, deviceName, onActivity))
    return (await served).inspection
  },
  async predict({ image, options }, { onActivity }) {
    onActivity()
    return (await (served as Promise<Served>)).predict(image.path, options)
  },
}

const summary = (info: MediaInfo): ProbedMedia => ({
  codec: info.codec,
  width: info.width,
  height: info.height,
  duration_seconds: info.durationS,
  native_fps: info.nativeFps,
  frame_count: info.frameCount,
})
