import type { ChildProcess } from 'node:child_process'
import type { ObjectStoreServer } from '../test/object-store-server.d.mts'

export interface ClusterOptions {
  /** An empty PostgreSQL database. */
  database: string
  /** Of the server; 0 picks a free one. */
  port?: number
  /** Called with each line that a process writes. */
  say?: (line: string) => void
}

export interface Cluster {
  baseUrl: string
  /** An owner's. */
  apiKey: string
  store: ObjectStoreServer
  /** Another server beside the first one. `port`: 0 picks a free one. */
  addServer(port?: number): Promise<{ baseUrl: string; child: ChildProcess }>
  /** `options`: of its command. `core`: the only processor core that it may use, on Linux. */
  addWorker(options?: readonly string[], core?: number | null): Promise<ChildProcess>
  killWorkers(): Promise<void>
  kill(child: ChildProcess, signal?: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

/** A store, and a server that executes no runs itself. */
export function startCluster(options: ClusterOptions): Promise<Cluster>
