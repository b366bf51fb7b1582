/** URLs that carry their own authorization: HMAC-SHA256 over the object, the verb and the expiry. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedUpload {
  uploadId: string
  filename: string
  contentType: string
  /** Unix time in seconds. */
  expires: number
}

export interface SignedDownload {
  modelId: string
  filename: string
  /** Unix time in seconds. */
  expires: number
}

export interface SignedArtifact {
  runId: string
  artifactId: string
  /** Unix time in seconds. */
  expires: number
}

export interface SignedExport {
  exportId: string
  /** Unix time in seconds. */
  expires: number
}

type Right = SignedUpload | SignedDownload | SignedArtifact | SignedExport

/** Lifetime of such a URL. */
export const SIGNED_FOR_S = 60 * 60

/** JSON separates the parts whatever they contain; the verb prevents a right to read from being one to write. */
function partsOf(right: Right): string {
  if ('uploadId' in right) {
    return JSON.stringify(['PUT', right.uploadId, right.filename, right.contentType, right.expires])
  }
  if ('runId' in right) return JSON.stringify(['GET', 'run', right.runId, right.artifactId, right.expires])
  if ('exportId' in right) return JSON.stringify(['GET', 'export', right.exportId, right.expires])
  return JSON.stringify(['GET', right.modelId, right.filename, right.expires])
}

const digest = (secret: string, right: Right): Buffer => createHmac('sha256', secret).update(partsOf(right)).digest()

export const sign = (secret: string, right: Right): string => digest(secret, right).toString('base64url')

export function isSignedBy(secret: string, right: Right, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  const wanted = digest(secret, right)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
