/** Sends mail by SMTP. */
import type { Transporter } from 'nodemailer'

export interface Letter {
  to: string
  subject: string
  text: string
}

/** Rejects when the mail server did not accept the letter. */
export type SendLetter = (letter: Letter) => Promise<void>

export interface SmtpOptions {
  /** Such as `smtp://user:password@mail.example.com:587`, or `smtps:` for TLS from the start. */
  smtp: string
  /** The sender, such as `Sightline <sightline@example.com>`. */
  from: string
}

const PATIENCE_MS = 20_000

export function createSmtp({ smtp, from }: SmtpOptions): SendLetter {
  /** Loaded with the first letter: a server that sends none does without the library's memory. */
  let transport: Promise<Transporter> | null = null
  const open = async () =>
    (await import('nodemailer')).createTransport({
      url: smtp,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // A text that begins like a path or an address is a text.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return async ({ to, subject, text }) => {
    transport ??= open()
    await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text })
  }
}

/** True when another attempt has no better chance: the mail server does not know the recipient. */
export const isRejected = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EENVELOPE' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500
