/** Starts and supervises engine processes, one per run; media and models are opened only in those. */
import { basename } from 'node:path'
import { CPU, type Device } from '../../shared/domain/device.ts'
import type { Engine, EngineLoad, ModelFile, RunJob } from '../../shared/engine-contract/job.ts'
import { cudaEnvironment } from '../inference/cuda/cuda-folder.ts'
import { hasCheckpoint, workFolderOf } from '../output/work-folder.ts'
import { createCallHost } from './call-host.ts'
import { deferredRun } from './devices/deferred-run.ts'
import { type DeviceTrials, deviceMemory } from './devices/device-choice.ts'
import { listDevices } from './devices/device-list.ts'
import { deviceOf, needsDevices, prepareRun } from './devices/devices-of-run.ts'
import { type EngineChild, engineEnvironment, type ForkFn, forkChild, type Usage } from './engine-child.ts'
import { createHardwareProbe } from './hardware-probe.ts'
import { memoryLimitOf } from './memory-limit.ts'
import { createModelServer } from './model-server.ts'
import { type BeginRun, INTERRUPTED, runOnDevices, startRun } from './run-host.ts'
import { createStandby } from './standby.ts'
import { LIMITS, type Limits } from './supervise.ts'

/** Sums the CPU and memory usage that the engine children report with each heartbeat. */
interface LoadWatch {
  watch(child: EngineChild): void
  load(): EngineLoad
}

function createLoadWatch(): LoadWatch {
  /** Null until the first beat. */
  const usages = new Map<EngineChild, Usage | null>()
  return {
    watch(child) {
      usages.set(child, null)
      child.onMessage((message) => {
        if (message.type === 'beat' && usages.has(child)) usages.set(child, message.usage)
      })
      child.onExit(() => usages.delete(child))
    },
    load() {
      const all = [...usages.values()]
      return {
        processes: all.length,
        cpuShare: Math.min(
          1,
          all.reduce((sum, usage) => sum + (usage?.cpuShare ?? 0), 0),
        ),
        memoryBytes: all.reduce((sum, usage) => sum + (usage?.memoryBytes ?? 0), 0),
      }
    },
  }
}

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
  /** For work that needs nothing of what a process on standby has loaded. */
  const takeBare = () => {
    const child = start()
    watch.watch(child)
    return child
  }
  const probeHardware = createHardwareProbe(takeBare, limits)
  const beginRun: BeginRun = (run) => {
    const child = take()
    if (run.job.hardwareVideo !== 'decode') child.send(run)
    else void probeHardware().then((hardware) => child.send({ ...run, hardware }))
    return child
  }
  const { calls, once, close } = createCallHost({ begin: { prepared: take, bare: takeBare }, limits })
  let listing: Promise<Device[]> | null = null
  const devices = (): Promise<Device[]> => {
    listing ??= listDevices(entry, forkHere, limits)
    return listing
  }
  const trials: DeviceTrials = {
    libraries: () => cuda({}).LD_LIBRARY_PATH ?? '',
    list: devices,
    check: ({ path, name, conversion = null }, { id }) => once('checkDevice', { path, name, device: id, conversion }),
  }
  return {
    ...calls,
    // A preview ends sooner on the CPU: it has a few frames, and a GPU is opened and its programs compiled first.
    preview: (job) => calls.preview(onCpu(job)),
    async planParts({ job, lengths }) {
      return calls.planParts({ job: await onNamedDevices(job, trials), lengths })
    },
    executePart: (part, onFrames) => calls.executePart({ ...part, job: onCpu(part.job) }, onFrames),
    load: watch.load,
    close() {
      close()
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
    async inspectModel(path, name = basename(path), { measure = false, device: choice = CPU, conversion = null } = {}) {
      const asked = { path, name, measure, conversion }
      if (!measure || choice === CPU) return once('inspectModel', asked)
      const device = await deviceOf({ path, name, sha256: '', device: choice }, trials)
      return once('inspectModel', { ...asked, device: { id: device.id, kind: device.kind, name: device.name } })
    },
    devices,
    serveModel(model, deviceChecks) {
      const device = deviceOf(model, trials, deviceChecks)
      return createModelServer({ model, device, begin: take, limits })
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

const onCpu = <Job extends Pick<RunJob, 'models'>>(job: Job): Job => ({
  ...job,
  models: Object.fromEntries(Object.entries(job.models).map(([id, file]) => [id, { ...file, device: CPU }])),
})

async function onNamedDevices(job: RunJob, trials: DeviceTrials): Promise<RunJob> {
  const named = async ([id, file]: [string, ModelFile]) =>
    [id, { ...file, device: (await deviceOf(file, trials, job.deviceChecks ?? undefined)).id }] as const
  return { ...job, models: Object.fromEntries(await Promise.all(Object.entries(job.models).map(named))) }
}
