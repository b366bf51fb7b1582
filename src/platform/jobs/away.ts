/** Failures of a database or a store that is away: the same work succeeds once it responds again. */
import { StoreUnavailable } from '../blobs/store-unavailable.ts'
import { DatabaseUnavailable } from '../db/database-unavailable.ts'

export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || error instanceof StoreUnavailable
