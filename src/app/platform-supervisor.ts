/** Starts the platform's process, keeps it running, and provides its address. */
import { type ForkOptions, fork } from 'node:child_process'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { FromPlatformProcess, PlatformStart, ToPlatformProcess } from '../shared/bridge/platform-process.ts'
import { englishOf, type Message, message, type Param, paramOf } from '../shared/messages/message.ts'
import { errnoOf, type SecretStore } from './host-files.ts'

/** A process that was started: Node's child process or Electron's utility process. */
export interface PlatformChild {
  send(message: ToPlatformProcess): void
  onMessage(listener: (message: FromPlatformProcess) => void): void
  /** Called once, with the reason in a sentence about “it”. */
  onExit(listener: (how: Message) => void): void
  kill(): void
}

/** The address and key of the running platform. */
export interface PlatformAddress {
  baseUrl: string
  apiKey: string
}

export interface PlatformSupervisor {
  /** The running platform; waits for it while it starts. Rejects with `unreachable` when that takes too long. */
  address(): Promise<PlatformAddress>
  /** A new key for a platform that rejected `refused`; the current one when it has already been renewed. */
  renewKey(refused: string): Promise<PlatformAddress>
  /** Requests the process to end, and kills it when it does not. No restart after this. */
  stop(): Promise<void>
}

export interface SupervisorOptions {
  start(): PlatformChild
  /** Sent to every process in the first message. */
  options: Omit<PlatformStart, 'type'>
  secrets: SecretStore
  log(line: string): void
  /** Called when another app has used the data folder since before this one started. Restarts continue nevertheless. */
  onBlocked?: (message: string) => void
  /** Pause before restart n (from 0) since it last ran, in milliseconds. */
  backoffMs?: (attempt: number) => number
  /** Longest wait of callers for the platform, in milliseconds. */
  patienceMs?: number
  /** Time for the process to end by itself, in milliseconds. */
  graceMs?: number
}

export const API_KEY_SECRET = 'platform-api-key'

const backoff = (attempt: number) => Math.min(200 * 2 ** attempt, 10_000)

/** Starts the platform, and restarts it whenever it ends by itself. */
export function supervisePlatform(options: SupervisorOptions): PlatformSupervisor {
  const { secrets, log, backoffMs = backoff, patienceMs = 20_000, graceMs = 5_000 } = options
  let child: PlatformChild | null = null
  let address: PlatformAddress | null = null
  let attempt = 0
  let stopping = false
  let everReady = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let trouble: Param = message('host.platform_starting')
  const waiting = new Set<(address: PlatformAddress) => void>()
  const exited = new Set<() => void>()

  function settle(next: PlatformAddress): void {
    address = next
    attempt = 0
    everReady = true
    for (const resolve of waiting) resolve(next)
    waiting.clear()
  }

  async function greet(from: PlatformChild, baseUrl: string, given: string | null): Promise<void> {
    if (given) await secrets.set(API_KEY_SECRET, given)
    const apiKey = given ?? (await secrets.get(API_KEY_SECRET))
    if (child !== from) return
    if (apiKey) settle({ baseUrl, apiKey })
    else from.send({ type: 'mint-key' })
  }

  function launch(): void {
    let started: PlatformChild
    try {
      started = options.start()
    } catch (error) {
      lost(message('host.platform_not_started', { reason: (error as Error).message }))
      return
    }
    child = started
    let baseUrl = ''
    let failure: Param | null = null
    started.onMessage((sent) => {
      if (child !== started) return
      if (sent.type === 'ready') baseUrl = sent.baseUrl
      if (sent.type === 'failed') {
        trouble = failure = paramOf(sent)
        if (sent.code === 'data_dir_in_use' && !everReady) options.onBlocked?.(sent.message)
      }
      if (sent.type === 'ready' || sent.type === 'key')
        greet(started, baseUrl, sent.apiKey).catch((error) => {
          trouble = failure = message('host.platform_key_not_stored', { errno: errnoOf(error) })
          started.kill()
        })
    })
    started.onExit((how) => {
      if (child !== started) return
      for (const done of exited) done()
      lost(failure ?? how)
    })
    started.send({ type: 'start', ...options.options })
  }

  function lost(why: Param): void {
    child = null
    address = null
    if (stopping) return
    trouble = why
    const pause = backoffMs(attempt++)
    log(englishOf(message('host.platform_restarts', { reason: why, pause_ms: pause })))
    timer = setTimeout(launch, pause)
  }

  const wait = () =>
    new Promise<PlatformAddress>((resolve, reject) => {
      const settled = (found: PlatformAddress) => {
        clearTimeout(patience)
        resolve(found)
      }
      const patience = setTimeout(() => {
        waiting.delete(settled)
        const failed = message('host.platform_not_running', { reason: trouble })
        reject(new BridgeFailure({ code: 'unreachable', message: failed }))
      }, patienceMs)
      waiting.add(settled)
    })

  launch()
  return {
    address: async () => address ?? wait(),
    async renewKey(refused) {
      if (address && address.apiKey !== refused) return address
      if (address && child) {
        log('The platform refused its key; asking for a new one.')
        address = null
        child.send({ type: 'mint-key' })
      }
      return wait()
    },
    stop: () =>
      new Promise((resolve) => {
        stopping = true
        clearTimeout(timer)
        const ending = child
        if (!ending) return resolve()
        const force = setTimeout(() => ending.kill(), graceMs)
        exited.add(() => {
          clearTimeout(force)
          resolve()
        })
        ending.send({ type: 'stop' })
      }),
  }
}

/** A young generation of 12 MB: requests leave little behind, and Node's default only takes 25 MB more of an idle server. */
export const PLATFORM_ARGS: readonly string[] = ['--max-semi-space-size=4']

export interface NodeChildOptions {
  /** The built entry. */
  entry: string
  env: NodeJS.ProcessEnv
  /** Path of a Node.js binary; the running one by default. */
  execPath?: string
}

/**
 * Starts a platform in plain Node.js that ends with this process: its channel closes when this process dies, however it
 * dies.
 */
export function forkPlatform({ entry, env, execPath = process.execPath }: NodeChildOptions): PlatformChild {
  const options: ForkOptions & { windowsHide: boolean } = {
    env,
    execPath,
    execArgv: [...PLATFORM_ARGS],
    stdio: ['ignore', 2, 2, 'ipc'],
    // Ctrl+C in a terminal reaches the whole process group; this process stops the platform itself, in order.
    detached: process.platform !== 'win32',
    // A console program that a window starts would open a console of its own.
    windowsHide: true,
  }
  const child = fork(entry, [], options)
  return {
    send(sent) {
      if (child.connected) child.send(sent, () => {})
    },
    onMessage: (listener) => {
      child.on('message', (sent) => listener(sent as FromPlatformProcess))
    },
    onExit(listener) {
      let told = false
      const tell = (how: Message) => {
        if (!told) listener(how)
        told = true
      }
      child.once('error', (error) => tell(message('host.platform_not_started', { reason: error.message })))
      child.once('exit', (code, signal) =>
        tell(
          signal
            ? message('host.platform_killed', { signal })
            : message('host.platform_exited', { exit_code: String(code) }),
        ),
      )
    },
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}
