/**
 * Derives from images of API tests, which are texts: `IMAGE angle=30 dark` has a descriptor of 30 degrees in a plane and the
 * attribute `dark`, `IMAGE broken` cannot be displayed, and `IMAGE crash` ends the process.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { RunErrorCode } from '../../../src/shared/domain/run.ts'
import {
  DESCRIPTOR_LENGTH,
  type DerivedImage,
  type DeriveRequest,
  THUMBNAIL_SIZES,
} from '../../../src/shared/engine-contract/derivation.ts'
import type { Inspected } from '../../../src/shared/engine-contract/job.ts'
import { message, saidOf } from '../../../src/shared/messages/message.ts'

const failure = (code: RunErrorCode, message: string) =>
  ({ ok: false, error: { code, message, node_id: null } }) as const

export async function deriveScripted(request: DeriveRequest, derived: string[]): Promise<Inspected<DerivedImage>> {
  derived.push(request.name)
  const [kind = '', ...words] = readFileSync(request.path, 'utf8').split(' ')
  if (kind === 'VIDEO') {
    const error = saidOf(message('media.not_an_image', { file: request.name }))
    return { ok: false, error: { code: 'source_unreadable', ...error, node_id: null } }
  }
  if (!['IMAGE', 'JPEG'].includes(kind)) {
    return failure('source_unreadable', 'This file is not a video that can be read. Choose another one.')
  }
  const file = { codec: 'mjpeg', width: 1280, height: 720 }
  if (words.includes('broken')) {
    return { ok: true, value: { ...file, derived: failure('source_unreadable', 'The image is damaged.') } }
  }
  if (words.includes('crash')) return failure('engine_died', 'The engine crashed (SIGSEGV).')
  let thumbnailBytes = 0
  for (const size of THUMBNAIL_SIZES) {
    const bytes = Buffer.from(`WEBP ${size} of ${words.join(' ')}`)
    thumbnailBytes += bytes.length
    try {
      writeFileSync(request.thumbnails[size], bytes)
    } catch {
      return failure('output_unwritable', 'The thumbnail could not be written.')
    }
  }
  const degrees = Number(words.find((word) => word.startsWith('angle='))?.slice('angle='.length) ?? 0)
  const descriptor = new Int8Array(DESCRIPTOR_LENGTH)
  descriptor[0] = Math.round(127 * Math.cos((degrees * Math.PI) / 180))
  descriptor[1] = Math.round(127 * Math.sin((degrees * Math.PI) / 180))
  const attributes = words.filter((word) => !word.includes('='))
  const tags = { objects: [], scenes: [], attributes }
  const value = { descriptor, phash: '0'.repeat(16), tags, thumbnailBytes }
  return { ok: true, value: { ...file, derived: { ok: true, value } } }
}
