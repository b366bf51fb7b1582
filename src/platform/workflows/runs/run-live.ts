/**
 * Log lines and pictures of runs on other machines. A follower marks the lease of the run as watched; its worker, which learns of that
 * when it renews the lease, then stores them until the mark has passed.
 */
import type { RunPicture } from '../../../shared/domain/run.ts'
import { type Database, fromJson, fromJsonOrNull, toJson, toJsonOrNull } from '../../db/database.ts'
import { holdClaim } from '../../work/jobs/claim-ends.ts'
import type { Claim } from '../../work/jobs/job.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import type { NumberedLine } from './run-feed.ts'

/** Lines that a follower who comes late still receives. */
const LINES = 200

export interface LiveView {
  /** The token of the attempt that wrote the lines; each attempt numbers its own from 1. */
  token: number
  lines: NumberedLine[]
  picture: RunPicture | null
}

export interface RunLive {
  /** Stores the newest lines and the picture. @throws ClaimOver */
  store(claim: Claim, lines: readonly NumberedLine[], picture: RunPicture | null): Promise<void>
  remove(runId: string): Promise<void>
  /** Keeps the worker of a run storing them for a while; null before it has. */
  watch(runId: string): Promise<LiveView | null>
}

export function createRunLive(db: Database, jobs: Pick<Jobs, 'watch'>): RunLive {
  return {
    async store({ id, token }, lines, picture) {
      const row = { token, lines: toJson(lines.slice(-LINES)), picture: toJsonOrNull(picture) }
      await db.transaction().execute(async (tx) => {
        await holdClaim(tx, { id, token })
        await tx
          .insertInto('run_live')
          .values({ run_id: id, ...row })
          .onConflict((c) => c.column('run_id').doUpdateSet(row))
          .execute()
      })
    },
    async remove(runId) {
      await db.deleteFrom('run_live').where('run_id', '=', runId).execute()
    },
    async watch(runId) {
      await jobs.watch(runId)
      const row = await db.selectFrom('run_live').selectAll().where('run_id', '=', runId).executeTakeFirst()
      if (!row) return null
      const { token, lines, picture } = row
      return { token, lines: fromJson<NumberedLine[]>(lines), picture: fromJsonOrNull<RunPicture>(picture) }
    },
  }
}
