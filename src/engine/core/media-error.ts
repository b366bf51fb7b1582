import { englishOf } from '../../shared/messages/format.ts'
import type { Message } from '../../shared/messages/message.ts'

/** A failure that the user can fix, raised when media can't be opened or written. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly code: 'source_missing' | 'source_unreadable' | 'source_empty' | 'output_unwritable' | 'disk_full'
  readonly text: Message
  constructor(code: MediaError['code'], text: Message) {
    super(englishOf(text))
    this.code = code
    this.text = text
  }
}
