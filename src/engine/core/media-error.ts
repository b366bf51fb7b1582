/** A failure that the user can fix, raised when media can't be opened or written. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly code: 'source_missing' | 'source_unreadable' | 'source_empty' | 'output_unwritable' | 'disk_full'
  constructor(code: MediaError['code'], message: string) {
    super(message)
    this.code = code
  }
}
