import type { MessageText } from '../../shared/messages/message.ts'
import { type Sayable, saidOf } from '../../shared/messages/said.ts'

/** A failure that the user can fix, raised when media can't be opened or written. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly code: 'source_missing' | 'source_unreadable' | 'source_empty' | 'output_unwritable' | 'disk_full'
  readonly text: MessageText | undefined
  constructor(code: MediaError['code'], sayable: Sayable) {
    const { message, text } = saidOf(sayable)
    super(message)
    this.code = code
    this.text = text
  }
}
