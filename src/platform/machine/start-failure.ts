/** A reason for which the platform can't start, which a user can fix. */
import { englishOf, type Message } from '../../shared/messages/message.ts'

export class StartFailure extends Error {
  readonly text: Message

  constructor(reason: Message, options?: ErrorOptions) {
    super(englishOf(reason), options)
    this.text = reason
  }
}
