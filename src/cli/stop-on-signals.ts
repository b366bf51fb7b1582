import type { OpenTracing } from '../platform/machine/tracing/open-tracing.ts'

/** Ends a server or a worker: SIGTERM after its running jobs, SIGINT and a second signal at once. */
export interface Stoppable {
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

export function stopOnSignals({ drain, close }: Stoppable, drainSeconds: number, tracing: OpenTracing | null): void {
  const closeAll = () => close().finally(() => tracing?.close().catch(() => undefined))
  const stop = () => {
    closeAll().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  const drainAndStop = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    drain(drainSeconds * 1000).finally(stop)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', drainAndStop)
}
