/** Upload URLs that carry their own right: HMAC-SHA256 over what may be put where, as what, and until when. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedUpload {
  uploadId: string
  filename: string
  contentType: string
  /** Unix time in seconds. */
  expires: number
}

/** JSON keeps the parts apart whatever is in them. */
const digest = (secret: string, u: SignedUpload): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['PUT', u.uploadId, u.filename, u.contentType, u.expires]))
    .digest()

export const sign = (secret: string, upload: SignedUpload): string => digest(secret, upload).toString('base64url')

export function isSignedBy(secret: string, upload: SignedUpload, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  const wanted = digest(secret, upload)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
