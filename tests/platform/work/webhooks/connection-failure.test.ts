import { describe, expect, it } from 'vitest'
import { connectionFailure } from '../../../../src/platform/work/webhooks/connection-failure.ts'
import { englishOf } from '../../../../src/shared/messages/message.ts'

const failing = (code: string | undefined, message: string) =>
  englishOf(connectionFailure(Object.assign(new Error(message), code === undefined ? {} : { code })))

describe('the message of a failed connection', () => {
  it.each([
    ['ECONNREFUSED', '', 'The receiver refused the connection'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND x.example', 'The host name could not be resolved'],
    ['EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:80', 'The network has no connection to the receiver'],
    [
      'CERT_HAS_EXPIRED',
      'certificate has expired',
      'The certificate of the receiver was rejected: certificate has expired',
    ],
    ['EACCES', 'connect EACCES', 'The connection failed: connect EACCES'],
    [undefined, '', 'The connection failed'],
    ['toString', 'odd', 'The connection failed: odd'],
  ])('for %s is a sentence', (code, reason, sentence) => {
    expect(failing(code, reason)).toBe(sentence)
  })
})
