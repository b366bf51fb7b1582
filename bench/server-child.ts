/** Starts a measured server in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { PLATFORM_ARGS } from '../src/app/platform-supervisor.ts'
import { inRoot } from './child.ts'

export interface ServerChild<T> {
  child: ChildProcess
  at: T
}

export async function startServer<T>(...args: string[]): Promise<ServerChild<T>> {
  const child = spawn(process.execPath, [...PLATFORM_ARGS, inRoot('out/bench/platform-server.js'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (!Buffer.isBuffer(line)) throw new Error(`the ${args[0]} server ended before it listened`)
  return { child, at: JSON.parse(line.toString()) as T }
}

export async function stopServer({ child }: ServerChild<unknown>): Promise<void> {
  const exited = once(child, 'exit')
  child.stdin?.end()
  await exited
}
