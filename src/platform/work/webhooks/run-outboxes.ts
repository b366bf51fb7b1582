/**
 * Records that webhook sinks of runs queue for delivery: one JSON Lines file for each sink, in a folder for each run,
 * written by the engine. Lines are moved into the database, in which a delivery id counts once; a file may be read
 * again at any time. Nothing is therefore lost or duplicated, whichever process dies.
 */
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutboxLine } from '../../../shared/domain/outbox-line.ts'
import type { Webhooks } from './webhooks.ts'

export interface RunOutboxes {
  dirOf(runId: string): string
  /** Collects the lines written since the last call; a partial line at the end waits for the rest. */
  collect(organizationId: string, runId: string): Promise<void>
  /** Collects the last lines of a run that has ended, and removes the run's folder. */
  close(organizationId: string, runId: string): Promise<void>
  /** Runs that have a folder. */
  list(): Promise<string[]>
}

export function createRunOutboxes(dir: string, webhooks: Pick<Webhooks, 'sendTo'>): RunOutboxes {
  const dirOf = (runId: string) => join(dir, runId)
  /** Bytes already collected, by path. */
  const taken = new Map<string, number>()

  async function collectFile(organizationId: string, path: string): Promise<void> {
    const from = taken.get(path) ?? 0
    const text = await readFrom(path, from)
    const end = text.lastIndexOf(0x0a) + 1
    if (end === 0) return
    const lines = text
      .subarray(0, end)
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as OutboxLine)
    const messages = lines.map((line) => ({
      deliveryId: line.delivery_id,
      eventType: 'workflow_run.records' as const,
      body: line.body,
    }))
    // A file belongs to one sink, so all its lines have one address.
    const [first] = lines
    if (first) await webhooks.sendTo(organizationId, first.url, messages)
    taken.set(path, from + end)
  }

  async function collect(organizationId: string, runId: string): Promise<void> {
    const names = await readdir(dirOf(runId)).catch((): string[] => [])
    for (const name of names) await collectFile(organizationId, join(dirOf(runId), name))
  }

  return {
    dirOf,
    collect,
    async close(organizationId, runId) {
      await collect(organizationId, runId)
      for (const path of [...taken.keys()]) if (path.startsWith(dirOf(runId))) taken.delete(path)
      await rm(dirOf(runId), { recursive: true, force: true })
    },
    list: () => readdir(dir).catch((): string[] => []),
  }
}

async function readFrom(path: string, offset: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.max(0, size - offset))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
