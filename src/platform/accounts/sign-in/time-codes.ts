/** Codes of authenticator apps: TOTP (RFC 6238) as all apps support it, by SHA-1, of six digits that change every 30 s. */
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** Clocks of phones differ: a code also counts one step before and after its own. */
const TOLERANCE_STEPS = 1
/** A last accepted step beyond the steps that are accepted now is of a clock that was set back since. */
export const FUTURE_STEPS = 2 * TOLERANCE_STEPS
/** The length of a secret, which is that of a digest of SHA-1 (RFC 4226, section 4). */
const SECRET_BYTES = 20

/** In base32, as people type it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that authenticator apps read from a QR code. */
export const uriOf = (secret: string, issuer: string, account: string): string =>
  new TOTP({ secret, issuer, label: account, period: PERIOD_S }).toString()

/** The time step that a code belongs to; null for a wrong code. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ secret, period: PERIOD_S })
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code, timestamp, window: TOLERANCE_STEPS })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
