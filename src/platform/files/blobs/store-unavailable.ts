/** The failure of a call that the store of the files did not answer, or refused. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly code = 'store_unavailable'

  constructor(options?: ErrorOptions) {
    super('The store of the files does not respond.', options)
  }
}

/** The name of its cause alone: the texts of stores can name keys. */
export function reasonOf({ cause }: StoreUnavailable): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
