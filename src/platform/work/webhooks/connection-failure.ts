/** Reasons for which a webhook’s receiver could not be reached. */
import { englishOf, type Message, message } from '../../../shared/messages/message.ts'

/** A reason that is already a message: that of an address that may not be called. */
export class RefusedAddress extends Error {
  readonly code = 'EACCES'
  constructor(readonly reason: Message) {
    super(englishOf(reason))
  }
}

const BY_CODE = {
  ECONNREFUSED: 'webhook.connection_refused',
  ENOTFOUND: 'webhook.unknown_host',
  EAI_AGAIN: 'webhook.unknown_host',
  ECONNRESET: 'webhook.connection_closed',
  EPIPE: 'webhook.connection_closed',
  ETIMEDOUT: 'webhook.host_unreachable',
  EHOSTUNREACH: 'webhook.host_unreachable',
  ENETUNREACH: 'webhook.host_unreachable',
} as const

/** Codes of OpenSSL and Node.js for certificates and handshakes, such as CERT_HAS_EXPIRED or ERR_TLS_CERT_ALTNAME_INVALID. */
const TLS_CODE = /CERT|SSL|TLS|LEAF_SIGNATURE|EPROTO/

/** The message for an error of the connection. */
export function connectionFailure(error: NodeJS.ErrnoException): Message {
  if (error instanceof RefusedAddress) return error.reason
  const { code = '', message: reason } = error
  if (Object.hasOwn(BY_CODE, code)) return message(BY_CODE[code as keyof typeof BY_CODE])
  if (TLS_CODE.test(code)) return message('webhook.insecure', { reason })
  return reason ? message('webhook.connection_failed_with', { reason }) : message('webhook.connection_failed')
}
