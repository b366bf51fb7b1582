/** Evaluations that are queued or running. */
import type { Database } from './database.ts'

export const LIVE_EVALUATIONS = ['pending', 'running'] as const

/** A query of the live evaluations of all organizations. */
export const liveEvaluations = (db: Database) =>
  db.selectFrom('model_evaluations').where('status', 'in', LIVE_EVALUATIONS)
