/**
 * Entry of the engine child (bundled as engine.js). Executes one job for its host, which then ends the process. Runs
 * under child_process.fork and under Electron's utilityProcess.
 */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import { loadExecutors } from '../blocks/executors.ts'
import { asRunFailure, toRunError, withDisplayName } from '../core/run-failure.ts'
import { longestRunningNode } from '../core/watchdog.ts'
import { LiveFrame } from '../inspection/live-frame.ts'
import type { FolderLock } from '../output/folder-lock.ts'
import { hasCheckpoint, workFolderOf } from '../output/work-folder.ts'
import { runJob } from '../runtime/run-job.ts'
import {
  type CallMessage,
  type CallName,
  CHILD_CALLS,
  type FromChild,
  type ProgressOf,
  type RequestOf,
  type ResultOf,
  type ToChild,
  type Usage,
} from './engine-child.ts'
import { type CallHooks, IMPLEMENTATIONS } from './implementations.ts'

const BEAT_MS = 1000

const cancelled = new AbortController()
const liveFrame = new LiveFrame()
let nameDrawn: (folders: readonly string[]) => void
const drawn = new Promise<readonly string[]>((resolve) => {
  nameDrawn = resolve
})
let activity = 0
const onActivity = () => void activity++
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
      return await working(() => run(message))
    case 'call':
      return await working(() => answer(message))
  }
}

/** Messages without an answer: a process that has none is not stalled. */
let atWork = 0

async function working(work: () => Promise<void>): Promise<void> {
  atWork++
  try {
    await work()
  } finally {
    atWork--
  }
}

async function answer({ id, call, request }: CallMessage): Promise<void> {
  const hooks = {
    onActivity,
    onProgress: (...progress: unknown[]) => send({ type: 'progress', id, progress }),
    signal: cancelled.signal,
  }
  send({ type: 'result', id, result: await resultOf(call, request as never, hooks) })
}

async function resultOf<Name extends CallName>(
  call: Name,
  request: RequestOf<Name>,
  hooks: CallHooks<ProgressOf<Name>>,
): Promise<Inspected<ResultOf<Name>>> {
  try {
    return { ok: true, value: await IMPLEMENTATIONS[call](request, hooks) }
  } catch (error) {
    const { path, name = basename(path) } = CHILD_CALLS[call].fileOf(request as never)
    return { ok: false, error: toRunError(asRunFailure(error, null), withDisplayName(path, name)) }
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
    onActivity,
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

// Ctrl-C, a closed terminal and a shutdown signal the whole process group; the host ends the run gracefully.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
/** Measures the resource usage of this process, all threads together; each call returns that since the previous one. */
function createUsageMeter(): () => Usage {
  let before = process.cpuUsage()
  let beforeMs = performance.now()
  return () => {
    const now = process.cpuUsage()
    const nowMs = performance.now()
    const busyMs = (now.user + now.system - before.user - before.system) / 1000
    const allMs = Math.max(1, nowMs - beforeMs) * availableParallelism()
    before = now
    beforeMs = nowMs
    return { cpuShare: Math.min(1, Math.max(0, busyMs / allMs)), memoryBytes: process.memoryUsage.rss() }
  }
}

const usage = createUsageMeter()
setInterval(() => {
  if (atWork === 0) activity++
  send({ type: 'beat', activity, node: longestRunningNode(), usage: usage() })
}, BEAT_MS)

process.on('message', (message) => void receive(message as ToChild))
process.on('disconnect', orphaned)
// A host that died while this process started was not heard.
if (process.connected === false) orphaned()
