/** Starts and supervises engine processes, one per run; media and models are opened only in those. */
import { appendFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CPU, type Device, type DeviceCheck } from '../../shared/domain/device.ts'
import { logText } from '../../shared/domain/log-text.ts'
import {
  emptyCounts,
  emptyProgress,
  type LogLine,
  type RunError,
  type RunErrorCode,
  type RunProgress,
} from '../../shared/domain/run.ts'
import type {
  Engine,
  EngineReport,
  EngineRun,
  Extraction,
  Inspected,
  ModelInspection,
  ProbedMedia,
  RunJob,
  RunOutcome,
} from '../../shared/engine-contract/job.ts'
import type { JoinedModel } from '../../shared/engine-contract/model-parts.ts'
import type { PreviewJob } from '../../shared/engine-contract/preview.ts'
import { message } from '../../shared/messages/message.ts'
import { paramOf, type Sayable, saidOf } from '../../shared/messages/said.ts'
import { cudaEnvironment } from '../inference/cuda/cuda-folder.ts'
import { hasCheckpoint } from '../output/checkpoint-file.ts'
import { lockFolder } from '../output/folder-lock.ts'
import { LOG_NAME, logArtifact, logLine } from '../output/run-log.ts'
import { rollBackCommit, workFolderOf } from '../output/work-folder.ts'
import type { RunDevices } from '../runtime/run-hooks.ts'
import type { ToChild } from './child-messages.ts'
import { createDerivations } from './derivation-host.ts'
import { deferredRun } from './devices/deferred-run.ts'
import type { DeviceTrials } from './devices/device-choice.ts'
import { listDevices } from './devices/device-list.ts'
import { deviceMemory } from './devices/device-memory.ts'
import { deviceOf, needsDevices, type PreparedRun, prepareRun } from './devices/devices-of-run.ts'
import { createEmbeddings } from './embedding-host.ts'
import { type EngineChild, engineEnvironment, type ForkFn, forkChild } from './engine-child.ts'
import { createFollowings } from './following-host.ts'
import { createHardwareProbe } from './hardware-probe.ts'
import { createLiveImageRequests } from './live-image-requests.ts'
import { createLoadWatch } from './load-watch.ts'
import { memoryLimitOf } from './memory-limit.ts'
import { createModelServer } from './model-server.ts'
import { createParts } from './part-host.ts'
import { createPictures } from './picture-host.ts'
import { createPreviews } from './preview-host.ts'
import { createSegmentations } from './segmentation-host.ts'
import { createStandby } from './standby.ts'
import { type Answer, type End, LIMITS, type Limits, supervise } from './supervise.ts'

export interface EngineOptions {
  /** Path of the bundled engine.js; inference.js is in the same folder. */
  entry: string
  /** Function that starts a process; child_process.fork by default. */
  fork?: ForkFn
  limits?: Partial<Limits>
  /** Keeps an idle process ready, which takes some 120 MB; for hosts with an interactive user. */
  standby?: boolean
  /** Starts the first process at once, for a command that is about to need it. */
  ahead?: boolean
  /** Data folder, in which ONNX Runtime's CUDA provider may be installed. */
  dataDir?: string
}

export function createEngine({
  entry,
  fork = forkChild,
  limits: given = {},
  standby = false,
  ahead = false,
  dataDir,
}: EngineOptions): Engine {
  const limits = { ...LIMITS, memoryBytes: memoryLimitOf(process.env), ...given }
  const watch = createLoadWatch()
  const cuda = (env?: NodeJS.ProcessEnv) => (dataDir === undefined ? {} : cudaEnvironment(dataDir, env))
  const forkHere: ForkFn = (path, env) => fork(path, { ...env, ...cuda() })
  const start = () => forkHere(entry, engineEnvironment())
  const ready = standby ? createStandby(start) : null
  let early = ahead ? start() : null
  // One that ended before it was needed is replaced.
  early?.onExit(() => {
    early = null
  })
  const take = () => {
    const child = early ?? ready?.take() ?? start()
    early = null
    watch.watch(child)
    return child
  }
  const begin = (first: ToChild) => {
    const child = take()
    child.send(first)
    return child
  }
  /** For work that needs nothing of what a process on standby has loaded. */
  const beginFresh = (first: ToChild) => {
    const child = start()
    watch.watch(child)
    child.send(first)
    return child
  }
  const probeHardware = createHardwareProbe(beginFresh, limits)
  const beginRun: BeginRun = (run) => {
    if (run.job.hardwareVideo !== 'decode') return begin(run)
    const child = take()
    void probeHardware().then((hardware) => child.send({ ...run, hardware }))
    return child
  }
  const request = async <T>(asked: ToChild, type: Answer['type']): Promise<Inspected<T>> => {
    const end = await supervise(begin(asked), limits, () => undefined)
    if (end.type === 'answered' && end.answer.type === type && 'result' in end.answer) {
      return end.answer.result as Inspected<T>
    }
    return { ok: false, error: lossOf(end) }
  }
  const previews = createPreviews(begin, limits, lossOf)
  const segmentations = createSegmentations(begin, limits, lossOf)
  const derivations = createDerivations(beginFresh, limits, lossOf)
  const pictures = createPictures(beginFresh, limits, lossOf)
  const embeddings = createEmbeddings(begin, limits, lossOf)
  const followings = createFollowings(beginFresh, limits, lossOf)
  let listing: Promise<Device[]> | null = null
  const devices = (): Promise<Device[]> => {
    listing ??= listDevices(entry, forkHere, limits)
    return listing
  }
  const trials: DeviceTrials = {
    libraries: () => cuda({}).LD_LIBRARY_PATH ?? '',
    list: devices,
    check: ({ path, name, conversion = null }, { id }) =>
      request<DeviceCheck>({ type: 'check-device', path, name, device: id, conversion }, 'device-checked'),
  }
  return {
    preview: (job) => previews.request(onCpu(job)),
    segment: segmentations.request,
    derive: derivations.request,
    changeImage: pictures.request,
    follow: followings.request,
    embed: embeddings.request,
    load: watch.load,
    close() {
      previews.close()
      segmentations.close()
      derivations.close()
      pictures.close()
      followings.close()
      embeddings.close()
      ready?.close()
      early?.kill()
    },
    hardwareVideo: probeHardware,
    start(job, onReport) {
      if (!needsDevices(job)) return startRun(job, onReport, beginRun, limits)
      const resumable = job.resume ? hasCheckpoint(workFolderOf(job.resume.outDir, job.resume.runId)) : false
      const prepared = async () => {
        const run = await prepareRun(job, trials)
        return () => runOnDevices(run, onReport, beginRun, limits)
      }
      return deferredRun(prepared, INTERRUPTED, resumable)
    },
    probe: (path, name = basename(path), asImage = false) =>
      request<ProbedMedia>({ type: 'probe', path, name, asImage }, 'probed'),
    extractFrames(request, onFrame) {
      const child = begin({ type: 'extract', request })
      const ended = supervise(child, limits, (received) => {
        if (received.type === 'extracting') onFrame(received.done, received.total)
      })
      const result = (end: End): Inspected<Extraction> =>
        end.type === 'answered' && end.answer.type === 'extracted'
          ? end.answer.result
          : { ok: false, error: lossOf(end) }
      return { done: ended.then(result), cancel: () => child.kill() }
    },
    ...createParts({ begin, request, limits, lossOf, trials }),
    async inspectModel(path, name = basename(path), options = {}) {
      const { measure = false, device: choice = CPU, conversion = null } = options
      const asked = { type: 'inspect', path, name, measure, conversion } as const
      if (!measure || choice === CPU) return request<ModelInspection>(asked, 'inspected')
      const { id, kind, name: processor } = await deviceOf({ path, name, sha256: '', device: choice }, trials)
      return request<ModelInspection>({ ...asked, device: { id, kind, name: processor } }, 'inspected')
    },
    joinModel: (parts) => request<JoinedModel | null>({ type: 'join-model', parts }, 'model-joined'),
    devices,
    serveModel(model, deviceChecks) {
      const device = deviceOf(model, trials, deviceChecks)
      return createModelServer({ model, device, begin, limits, lossOf })
    },
    async checkDevice(model, choice, deviceChecks) {
      const device = await deviceOf({ ...model, device: choice }, trials)
      const result = await trials.check(model, device)
      if (result.ok && deviceChecks !== undefined)
        await deviceMemory(deviceChecks).keepCheck(model, device, result.value)
      return result
    },
  }
}

/** A preview ends sooner on the CPU: it has a few frames, and a GPU is opened and its programs compiled first. */
const onCpu = (job: PreviewJob): PreviewJob => ({
  ...job,
  models: Object.fromEntries(Object.entries(job.models).map(([id, file]) => [id, { ...file, device: CPU }])),
})

/** Starts a process and sends it the run, at once or when the hardware decoders are known. */
type BeginRun = (run: Extract<ToChild, { type: 'run' }>) => EngineChild

function runOnDevices(
  { job, devices, ended }: PreparedRun,
  onReport: (report: EngineReport) => void,
  begin: BeginRun,
  limits: Limits,
): EngineRun {
  const run = startRun(job, onReport, begin, limits, devices)
  const done = run.done.then(async (outcome) => {
    await ended(outcome)
    return outcome
  })
  return { ...run, done }
}

function startRun(
  job: RunJob,
  onReport: (report: EngineReport) => void,
  begin: BeginRun,
  limits: Limits,
  devices?: RunDevices,
): EngineRun {
  const child = begin({ type: 'run', job, checkpointMs: limits.checkpointMs, ...(devices && { devices }) })
  let committed: string[] = []
  let cancelling: NodeJS.Timeout | null = null
  const liveImages = createLiveImageRequests(() => child.send({ type: 'live-image' }))
  let interrupted = false
  let latest: Pick<RunOutcome, 'progress' | 'nodes' | 'counts'> = {
    progress: emptyProgress(),
    nodes: {},
    counts: emptyCounts(),
  }
  const done = async (): Promise<RunOutcome> => {
    const end = await supervise(child, limits, (received) => {
      if (received.type === 'live-image') liveImages.answer(received.image)
      else if (received.type === 'commit') committed = received.names
      else if (received.type === 'report') {
        if (received.report.type === 'progress') latest = received.report
        onReport(received.report)
      }
    })
    if (cancelling) clearTimeout(cancelling)
    liveImages.close()
    const work = workFolderOf(job.outDir, job.runId)
    if (end.type === 'answered' && end.answer.type === 'outcome') {
      const { outcome } = end.answer
      if (outcome.status === 'completed') {
        await whileLocked(job.outDir, () => rm(work, { recursive: true, force: true }))
      }
      return outcome
    }
    const loss = interrupted ? INTERRUPTED : lossOf(end)
    const error = cancelling ? null : atFrameOf(loss, latest.progress)
    const line = error
      ? logLine(interrupted ? 'warning' : 'error', withStderr(error, end))
      : logLine('info', message('log.cancelled'))
    onReport({ type: 'log', line })
    const left = await whileLocked(job.outDir, async () => {
      const resumable = error !== null && hasCheckpoint(work)
      if (resumable) await rollBackCommit(work).catch(() => undefined)
      else await cleanUp(job, committed)
      return { resumable, log: await closeLog(job.outDir, line) }
    })
    const { progress, nodes, counts } = latest
    return {
      progress,
      nodes,
      counts,
      status: error ? 'error' : 'cancelled',
      artifacts: left?.log ? [left.log] : [],
      error,
      resumable: left?.resumable ?? false,
    }
  }
  return {
    done: done(),
    pid: child.pid,
    picture: liveImages.request,
    drawn: (folders) => child.send({ type: 'drawn', folders }),
    cancel() {
      if (cancelling || interrupted) return
      child.send({ type: 'cancel' })
      cancelling = setTimeout(() => child.kill(), limits.cancelMs)
    },
    interrupt() {
      if (cancelling || interrupted) return
      // The last checkpoint is complete however the process ends, so no graceful exit is needed.
      interrupted = true
      child.kill()
    },
  }
}

/** Only one process may clean up after a child: another may have resumed the run meanwhile. */
async function whileLocked<T>(outDir: string, work: () => Promise<T>): Promise<T | null> {
  const lock = await lockFolder(outDir).catch(() => null)
  if (lock === null) return null
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Removes partial results of a child that died. */
async function cleanUp({ outDir, runId }: RunJob, committed: readonly string[]): Promise<void> {
  const paths = [workFolderOf(outDir, runId), ...committed.map((name) => join(outDir, name))]
  await Promise.allSettled(paths.map((path) => rm(path, { recursive: true, force: true })))
}

async function closeLog(outDir: string, line: LogLine) {
  try {
    await appendFile(join(outDir, LOG_NAME), logText(line))
    return await logArtifact(outDir)
  } catch {
    return null
  }
}

const INTERRUPTED: RunError = {
  code: 'interrupted' satisfies RunErrorCode,
  ...saidOf(message('engine.interrupted')),
  node_id: null,
}

const withStderr = (error: RunError, end: End): Sayable =>
  end.type === 'died' && end.stderr
    ? message('engine.with_output', { reason: paramOf(saidOf(error)), output: end.stderr })
    : error

/** A dead engine can't report the frame at which it died: it is the one after the last reported frame. */
const atFrameOf = (error: RunError, { frames_done, media_time_s }: RunProgress): RunError =>
  frames_done === 0 ? error : { ...error, frame: { index: frames_done, time_s: media_time_s } }

function lossOf(end: End): RunError {
  const code: RunErrorCode = end.type === 'hung' ? 'engine_hung' : 'engine_died'
  const reason = end.type === 'answered' ? message('engine.unexpected_reply') : end.reason
  return { code, ...saidOf(reason), node_id: end.type === 'hung' ? end.nodeId : null }
}
