/** Starts an engine process and exchanges messages with it. */
import { fork } from 'node:child_process'
import { childEnvironment } from '../../shared/domain/child-environment.ts'
import type { FromChild, ToChild } from './child-messages.ts'

export interface EngineChild {
  readonly pid: number | undefined
  send(message: ToChild): void
  onMessage(listener: (message: FromChild) => void): void
  /** Called once, also when the process could not be started. */
  onExit(listener: (code: number | null, signal: string | null) => void): void
  onStderr(listener: (text: string) => void): void
  /** Kills the process immediately (SIGKILL). */
  kill(): void
}

export type ForkFn = (entry: string, env: NodeJS.ProcessEnv) => EngineChild

/**
 * Frames are allocated and freed constantly: without the first, glibc keeps gigabytes of freed memory; without the
 * second, each of some twenty threads keeps an arena of its own. Without the third, ONNX Runtime 1.30 on Linux sends
 * usage data to Microsoft, and keeps an identifier of the device in the user's cache folder.
 */
const ENVIRONMENT = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2', ORT_DISABLE_TELEMETRY: '1' }

/** Frames are stored outside of V8's heap; a young generation of 16 MB or more per thread would waste 30 MB. */
export const ENGINE_ARGS: readonly string[] = ['--max-semi-space-size=2']

export const engineEnvironment = (): NodeJS.ProcessEnv => ({ ...childEnvironment(process.env), ...ENVIRONMENT })

export const forkChild: ForkFn = (entry, env) => {
  const child = fork(entry, [], {
    env,
    execArgv: [...ENGINE_ARGS],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  return {
    pid: child.pid,
    send(message) {
      // `onExit` reports the exit; a message that can no longer be delivered needs no error.
      if (child.connected) child.send(message, () => undefined)
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromChild)),
    onExit(listener) {
      let gone = false
      const once = (code: number | null, signal: string | null) => {
        if (gone) return
        gone = true
        listener(code, signal)
      }
      child.on('exit', once)
      child.on('error', () => once(null, null))
    },
    onStderr: (listener) => void child.stderr?.setEncoding('utf8').on('data', listener),
    kill: () => void child.kill('SIGKILL'),
  }
}
