/** The platform as a child process of plain Node.js. */
import { type ForkOptions, fork } from 'node:child_process'
import type { FromPlatformProcess } from '../shared/bridge/platform-process.ts'
import { type Message, message } from '../shared/messages/message.ts'
import type { PlatformChild } from './platform-supervisor.ts'

/** A young generation of 12 MB: requests leave little behind, and Node's default only takes 25 MB more of an idle server. */
export const PLATFORM_ARGS: readonly string[] = ['--max-semi-space-size=4']

export interface NodeChildOptions {
  /** The built entry. */
  entry: string
  env: NodeJS.ProcessEnv
  /** Path of a Node.js binary; the running one by default. */
  execPath?: string
}

/** Starts a platform that ends with this process: its channel closes when this process dies, however it dies. */
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
