/**
 * Entry of the engine child (bundled as engine.js). Does one job for its host, which ends the process afterwards.
 * Runs under child_process.fork and under Electron's utilityProcess.
 */
import { rmSync } from 'node:fs'
import type { Inspected, RunJob } from '../shared/domain/job.ts'
import type { MediaSummary } from '../shared/domain/run.ts'
import { inspectModel } from './inference/inspect-model.ts'
import { probe } from './media/probe.ts'
import type { FromChild, ToChild } from './runtime/child-messages.ts'
import { inOwnName } from './runtime/own-name.ts'
import { asRunFailure, toRunError } from './runtime/run-failure.ts'
import { runJob } from './runtime/run-job.ts'
import { workFolderOf } from './sinks/output-folder.ts'

/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: ToChild }) => void): void
  on(event: 'close', listener: () => void): void
  postMessage(message: FromChild): void
}

const BEAT_MS = 1000

const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort
const cancelled = new AbortController()
let activity = 0
let workFolder: string | null = null

function send(message: FromChild): void {
  if (parentPort) parentPort.postMessage(message)
  else process.send?.(message)
}

/** Without a host nobody waits for the results: leave nothing behind. */
function orphaned(): void {
  if (workFolder !== null) rmSync(workFolder, { recursive: true, force: true })
  process.exit(1)
}

async function receive(message: ToChild): Promise<void> {
  switch (message.type) {
    case 'cancel':
      return cancelled.abort()
    case 'run':
      return await run(message.job)
    case 'probe':
      return send({ type: 'probed', result: await inspected(message, async ({ path }) => summary(await probe(path))) })
    case 'inspect':
      return send({ type: 'inspected', result: await inspected(message, ({ path, name }) => inspectModel(path, name)) })
  }
}

async function run(job: RunJob): Promise<void> {
  workFolder = workFolderOf(job.outDir, job.runId)
  const outcome = await runJob(job, {
    onReport: (report) => send({ type: 'report', report }),
    onCommit: (names) => send({ type: 'commit', names }),
    onActivity: () => {
      activity++
    },
    signal: cancelled.signal,
  })
  send({ type: 'outcome', outcome })
}

interface NamedFile {
  path: string
  name: string
}

async function inspected<T>(file: NamedFile, look: (file: NamedFile) => Promise<T>): Promise<Inspected<T>> {
  try {
    return { ok: true, value: await look(file) }
  } catch (error) {
    return { ok: false, error: toRunError(asRunFailure(error, null), inOwnName(file.path, file.name)) }
  }
}

const summary = (info: Awaited<ReturnType<typeof probe>>): MediaSummary => ({
  width: info.width,
  height: info.height,
  duration_seconds: info.durationS,
  native_fps: info.nativeFps,
  frame_count: info.frameCount,
})

// Ctrl-C in a terminal reaches the whole process group; the host cancels the run in good order.
process.on('SIGINT', () => undefined)
setInterval(() => send({ type: 'beat', activity }), BEAT_MS)

if (parentPort) {
  parentPort.on('message', ({ data }) => void receive(data))
  parentPort.on('close', orphaned)
} else {
  process.on('message', (message) => void receive(message as ToChild))
  process.on('disconnect', orphaned)
}
