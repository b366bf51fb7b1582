/** Tracks annotations from image to image, and saves them as proposals. */
import { type AnnotationOperation, MAX_OPERATIONS } from '../../../../../shared/api/image-annotations.ts'
import type { Host } from '../../../../base/host/host-context.ts'
import { withOneOutline } from '../../annotation-outbox/labelled-image.ts'
import type { Labelled } from '../../labelling/document/annotation.ts'
import { beside, trackTo } from './tracked-copies.ts'

interface TrackOverOptions {
  host: Host
  imageId: string
  /** In the order in which they are visited. */
  images: readonly string[]
  /** With tracks. */
  annotations: readonly Labelled[]
  signal: AbortSignal
  /** Gets the number of images that are done. */
  onProgress(done: number): void
}

export interface TrackedFar {
  /** Proposals that were saved. */
  created: number
  /** Images that were visited. */
  images: number
  /** True when no object was found in the last one. */
  isLost: boolean
  /** The error that ended it behind its first image; null without one. */
  failure: unknown
}

/** Name of the method as the origin of the proposals. */
const METHOD = 'median-flow'

/** Ends early when every object is lost, or between two images by the signal. @throws what a call for the first image throws */
export async function trackOver(options: TrackOverOptions): Promise<TrackedFar> {
  const { host, images, signal, onProgress } = options
  let { imageId, annotations } = options
  let created = 0
  for (const [i, target] of images.entries()) {
    const soFar = { created, images: i, isLost: false, failure: null }
    if (signal.aborted) return soFar
    try {
      const { copies } = await trackTo(host, imageId, target, annotations)
      if (copies.length === 0) return { ...soFar, isLost: true }
      created += await propose(host, target, copies)
      annotations = copies
    } catch (failure) {
      if (i === 0) throw failure
      return { ...soFar, failure }
    }
    onProgress(i + 1)
    imageId = target
  }
  return { created, images: images.length, isLost: false, failure: null }
}

/** Returns the number of proposals. */
async function propose(host: Host, image_id: string, copies: readonly Labelled[]): Promise<number> {
  const params = { image_id }
  const read = await host.api('imageAnnotations.get', { params })
  const { created, replaced } = beside(read.annotations.map(withOneOutline), copies)
  const base_revision = read.revision
  const operations: AnnotationOperation[] = [
    ...replaced.map(({ id }) => ({ op_id: crypto.randomUUID(), id, action: 'delete' as const, base_revision })),
    ...created.map(({ id, ...fields }) => ({
      op_id: crypto.randomUUID(),
      id,
      action: 'create' as const,
      base_revision,
      fields: { ...fields, review: 'pending' as const, origin: { source: 'model' as const, model: METHOD } },
    })),
  ]
  for (let from = 0; from < operations.length; from += MAX_OPERATIONS) {
    const body = { operations: operations.slice(from, from + MAX_OPERATIONS) }
    await host.api('imageAnnotations.edit', { params, body })
  }
  return created.length
}
