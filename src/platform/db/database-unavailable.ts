/** The failure of a query that the database did not answer: the connection is lost, or the database refuses everybody. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly code = 'database_unavailable'

  constructor(options?: ErrorOptions) {
    super('The database does not respond.', options)
  }
}
