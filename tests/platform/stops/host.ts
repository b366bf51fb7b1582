/** A host of the platform as a real process of the built entries, which a test stops in each way that a host can stop. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, createClient } from '../../../src/client/client.ts'
import { processesOf, signalIfAlive } from '../../engine/support/processes.ts'
import { copySynced, restoreSynced } from './power-loss.ts'

export const STOPS = ['an orderly close', 'SIGTERM', 'kill -9', 'a loss of power'] as const
export type Stop = (typeof STOPS)[number]

export interface Address {
  baseUrl: string
  key: string
}

export interface Started extends Address {
  child: ChildProcess
}

export interface HostKind {
  /** Resolves when it accepts calls or executes jobs. `before`: the start before this one. */
  launch(dataDir: string, before: Started | null): Promise<Started>
  /** Asks it to end as its user does, other than by SIGTERM. */
  close(child: ChildProcess): void
  /** Called when it was ended without a chance to give its work back; by default nothing happens. */
  lost?(): Promise<void>
  /** True when another machine continues after a power failure; else the same one does, from what its disk kept. */
  isReplaced?: boolean
}

export interface Host {
  /** The address after the last start. */
  address(): Address
  /** Calls go to the address of the last start. */
  readonly client: ApiClient
  /** The folder of the last start. */
  readonly dataDir: string
  start(): Promise<void>
  /** Resolves when the process has ended. */
  stop(how: Stop): Promise<void>
  /** Ids of its engine processes. */
  engines(): number[]
  /** Pauses engines, so that no machine ends their work before the test has acted. The stop continues them. */
  hold(engines: readonly number[]): void
  release(engines: readonly number[]): void
  /** Ends the process, and removes its folders. */
  remove(): Promise<void>
}

export function createHost(kind: HostKind): Host {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-stops-'))
  let machines = 1
  let started: Started | null = null
  const held = new Set<number>()
  const dataDir = () => join(folder, `machine-${machines}`)

  function running(): Started {
    if (!started) throw new Error('The host was not started.')
    return started
  }
  const engines = () => processesOf(running().child.pid as number, 'engine.js')
  const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

  function release(these: readonly number[]): void {
    for (const pid of these) {
      held.delete(pid)
      signalIfAlive(pid, 'SIGCONT')
    }
  }

  async function end({ child }: Started, by: () => void): Promise<void> {
    const exited = once(child, 'exit')
    by()
    release([...held])
    await exited
  }

  async function close(host: Started, by: () => void): Promise<void> {
    await end(host, by)
    const { exitCode, signalCode } = host.child
    if (exitCode !== 0) throw new Error(`The host ended with ${exitCode ?? signalCode} instead of in order.`)
  }

  async function losePower(host: Started): Promise<void> {
    const all = [host.child.pid as number, ...engines()]
    for (const pid of all) signalIfAlive(pid, 'SIGSTOP')
    const keptIn = `${dataDir()}-disk`
    if (!kind.isReplaced) copySynced(dataDir(), keptIn)
    await end(host, () => {
      for (const pid of all) signalIfAlive(pid, 'SIGKILL')
    })
    if (kind.isReplaced) machines++
    else restoreSynced(dataDir(), keptIn)
  }

  return {
    address() {
      const { baseUrl, key } = running()
      return { baseUrl, key }
    },
    get client() {
      const { baseUrl, key } = running()
      return createClient({ baseUrl, apiKey: key })
    },
    get dataDir() {
      return dataDir()
    },
    async start() {
      started = await kind.launch(dataDir(), started)
    },
    async stop(how) {
      const host = running()
      const { child } = host
      if (how === 'an orderly close') return close(host, () => kind.close(child))
      if (how === 'SIGTERM') return close(host, () => child.kill('SIGTERM'))
      if (how === 'kill -9') await end(host, () => child.kill('SIGKILL'))
      else await losePower(host)
      await kind.lost?.()
    },
    engines,
    hold(these) {
      for (const pid of these) {
        held.add(pid)
        signalIfAlive(pid, 'SIGSTOP')
      }
    },
    release,
    async remove() {
      if (started && isAlive(started.child)) {
        const { child } = started
        await end(started, () => child.kill('SIGKILL'))
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
