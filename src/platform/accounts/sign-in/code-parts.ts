/** Parts that the pages which ask for a code share. */
import { type Html, html } from '../../http/html.ts'
import type { PageCall } from '../../http/pages.ts'
import type { Attempts } from '../passwords/attempts.ts'
import { countAttempt, forgetAttempts, takeBackAttempt } from '../passwords/password-attempts.ts'

interface Account {
  userId: string
  email: string
}

/** Not numeric: a recovery code has letters. */
export const codeField = (label: string): Html => html`<label for="code">${label}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" required maxlength="40">`

/** Counts a guess of a code by the day, beside the attempts to sign in. Returns null, or the number of seconds to wait. */
export async function countCodeAttempt(attempts: Attempts, call: PageCall, { userId, email }: Account) {
  return (await countAttempt(attempts, call, email)) ?? attempts.begin('code', userId)
}

/** After a right code. */
export async function forgetCodeAttempts(
  attempts: Attempts,
  call: PageCall,
  { userId, email }: Account,
): Promise<void> {
  await takeBackAttempt(attempts, call)
  await forgetAttempts(attempts, call, email)
  await attempts.forget('code', userId)
}
