/** The process of the indexes as the platform sees it: started by the first request, and again after it ended. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../../shared/domain/child-environment.ts'
import type { FromVectors, ToVectors, VectorReply, VectorRequest } from './vector-messages.ts'

export interface VectorChild {
  /** Rises with each process: an index that was opened in an earlier one is not open. */
  readonly generation: number
  /** @throws Error when the process ended or could not do it */
  request<T extends VectorReply['type']>(request: VectorRequest, type: T): Promise<Extract<VectorReply, { type: T }>>
  /** Writes changed indexes to their files, within some seconds, and ends the process. */
  close(): Promise<void>
}

/** The bundle lies beside the running one; sources that run as they are, in tests, use the built one. */
const ENTRY = import.meta.url.endsWith('.ts') ? '../../../../out/node/vectors.js' : './vectors.js'
const IDLE_MS = 120_000
const CLOSE_PATIENCE_MS = 2000

interface Pending {
  resolve(reply: VectorReply): void
  reject(error: Error): void
}

export function createVectorChild(folder: string): VectorChild {
  const entry = fileURLToPath(new URL(ENTRY, import.meta.url))
  let child: ChildProcess | null = null
  let generation = 0
  let requests = 0
  let idle: NodeJS.Timeout | undefined
  const pending = new Map<number, Pending>()

  function start(): ChildProcess {
    generation++
    const started = fork(entry, [folder], {
      env: childEnvironment(process.env),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => {
      const { id, reply } = message as FromVectors
      pending.get(id)?.resolve(reply)
      pending.delete(id)
      if (pending.size === 0) rest()
    })
    const ended = () => {
      if (child === started) child = null
      for (const { reject } of pending.values()) reject(new Error('The process of the search index ended.'))
      pending.clear()
    }
    // An open index keeps no process alive.
    started.unref()
    started.channel?.unref()
    started.on('exit', ended)
    started.on('error', ended)
    return started
  }

  function send(request: VectorRequest): Promise<VectorReply> {
    clearTimeout(idle)
    child ??= start()
    const message: ToVectors = { id: requests++, request }
    return new Promise((resolve, reject) => {
      pending.set(message.id, { resolve, reject })
      // An end of the process rejects it.
      child?.send(message, () => undefined)
    })
  }

  /** Its memory is needed elsewhere once nobody searches. */
  function rest(): void {
    clearTimeout(idle)
    idle = setTimeout(() => void end(), IDLE_MS).unref()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = child
    if (!ending) return
    const saved = send({ type: 'save' }).catch(() => undefined)
    await Promise.race([saved, sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    // Work that came meanwhile keeps it.
    if (pending.size === 0 || ending.exitCode !== null) stop(ending)
  }

  function stop(ending: ChildProcess): void {
    if (child === ending) child = null
    ending.kill('SIGKILL')
  }

  return {
    get generation() {
      return generation
    },
    async request(request, type) {
      const reply = await send(request)
      if (reply.type === type) return reply as never
      throw new Error(reply.type === 'failed' ? reply.reason : `The search index replied ${reply.type}.`)
    },
    async close() {
      await end()
      if (child) stop(child)
      clearTimeout(idle)
    },
  }
}
