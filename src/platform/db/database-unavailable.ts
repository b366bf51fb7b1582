/** The failure of a query that the database did not answer: the connection is lost, or the database refuses everybody. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
  readonly code: string = 'database_unavailable'

  constructor(options?: ErrorOptions, reason = 'The database does not respond.') {
    super(reason, options)
  }
}

/** The failure of work that found the database in use by others for too long: nothing of its transaction is stored. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
  override readonly code = 'database_busy'

  constructor(options?: ErrorOptions) {
    super(options, 'Other work used the same records or all connections of the database for too long.')
  }
}
