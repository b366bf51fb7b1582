/** The audit log of every organization. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { ChangeLog } from '../../http/changes.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import { listEntries, pruneEntries } from './audit-log.ts'
import { createChangeLog } from './change-log.ts'

export interface AuditArea extends Area {
  changes: ChangeLog
  /** Called when the server listens. */
  listening(): void
  handlers: Pick<Handlers, 'audit'>
}

export function createAuditArea({ db, now, log }: PlatformServices): AuditArea {
  const hourly = createHourly('The removal of old entries of the audit log', () => pruneEntries(db, now()), log)
  return {
    handlers: { audit: { list: ({ caller, query }) => listEntries(db, caller, query) } },
    changes: createChangeLog(db, now, log),
    listening: hourly.start,
    close: hourly.close,
  }
}
