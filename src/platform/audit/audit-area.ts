/** The audit log of every organization. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { RecordChange } from '../http/changes.ts'
import type { Handlers } from '../http/handler.ts'
import { createHourly } from '../machine/hourly.ts'
import { listEntries, pruneEntries, writeEntry } from './audit-log.ts'
import { createRefusals } from './refusals.ts'

export interface AuditArea extends Area {
  recordChange: RecordChange
  /** Called when the server listens. */
  listening(): void
  handlers: Pick<Handlers, 'audit'>
}

export function createAuditArea({ db, now, log }: PlatformServices): AuditArea {
  const isFirst = createRefusals(now)
  const hourly = createHourly('The removal of old entries of the audit log', () => pruneEntries(db, now()), log)
  return {
    handlers: { audit: { list: ({ caller, query }) => listEntries(db, caller, query) } },
    async recordChange(change) {
      if (change.outcome === 'done' || isFirst(change)) await writeEntry(db, change, now())
    },
    listening: hourly.start,
    close: hourly.close,
  }
}
