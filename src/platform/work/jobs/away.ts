/** Failures of a database or a store that is away: the same work succeeds once it responds again. */

import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import { StoreUnavailable } from '../../files/blobs/object-store.ts'

export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || error instanceof StoreUnavailable
