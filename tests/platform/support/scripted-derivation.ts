/**
 * Derives from images of API tests, which are texts: `IMAGE angle=30 dark` has a descriptor of 30 degrees in a plane and the
 * attribute `dark`, `IMAGE broken` cannot be decoded, and `IMAGE crash` ends the process.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { RunErrorCode } from '../../../src/shared/domain/run.ts'
import {
  DESCRIPTOR_LENGTH,
  type DeriveRequest,
  type ImageDerivation,
  THUMBNAIL_SIZES,
} from '../../../src/shared/engine-contract/derivation.ts'
import type { Inspected } from '../../../src/shared/engine-contract/job.ts'

const failure = (code: RunErrorCode, message: string) =>
  ({ ok: false, error: { code, message, node_id: null } }) as const

export async function deriveScripted(request: DeriveRequest, derived: string[]): Promise<Inspected<ImageDerivation>> {
  derived.push(request.name)
  const [, ...words] = readFileSync(request.path, 'utf8').split(' ')
  if (words.includes('broken')) return failure('source_unreadable', 'The image is damaged.')
  if (words.includes('crash')) return failure('engine_died', 'The engine crashed (SIGSEGV).')
  for (const size of THUMBNAIL_SIZES) {
    try {
      writeFileSync(request.thumbnails[size], `WEBP ${size} of ${words.join(' ')}`)
    } catch {
      return failure('output_unwritable', 'The thumbnail could not be written.')
    }
  }
  const degrees = Number(words.find((word) => word.startsWith('angle='))?.slice('angle='.length) ?? 0)
  const descriptor = new Int8Array(DESCRIPTOR_LENGTH)
  descriptor[0] = Math.round(127 * Math.cos((degrees * Math.PI) / 180))
  descriptor[1] = Math.round(127 * Math.sin((degrees * Math.PI) / 180))
  const attributes = words.filter((word) => !word.includes('='))
  return { ok: true, value: { descriptor, phash: '0'.repeat(16), tags: { objects: [], scenes: [], attributes } } }
}
