/** The copies of annotations in another image, where their objects were found again. */
import { MAX_FOLLOWED, type Propagation } from '../../../../../shared/api/propagation.ts'
import type { Host } from '../../../../base/host/host-context.ts'
import { isPending, type Labelled } from '../../labelling/document/document.ts'

export interface Tracked {
  /** In the target image, with new ids and the tracks of their originals. */
  copies: Labelled[]
  /** Number of annotations whose object was not found. */
  lost: number
}

/** Every annotation has a track afterwards: that of an object is the same on all of its images. */
export const withTracks = (annotations: readonly Labelled[]): Labelled[] =>
  annotations.map((one) => (one.track_id === undefined ? { ...one, track_id: crypto.randomUUID() } : one))

/** @param annotations with tracks */
export async function trackTo(
  host: Host,
  imageId: string,
  targetId: string,
  annotations: readonly Labelled[],
): Promise<Tracked> {
  const shapes: Propagation['shapes'] = []
  for (let from = 0; from < annotations.length; from += MAX_FOLLOWED) {
    const asked = annotations.slice(from, from + MAX_FOLLOWED).map(shapeOf)
    const body = { target_image_id: targetId, annotations: asked }
    shapes.push(...(await host.api('propagation.follow', { params: { image_id: imageId }, body })).shapes)
  }
  const byId = new Map(annotations.map((one) => [one.id, one]))
  const copies = shapes.flatMap(({ id, score: _, ...geometry }): Labelled[] => {
    const original = byId.get(id)
    if (!original) return []
    const { name, track_id, occluded, attributes } = original
    return [
      {
        id: crypto.randomUUID(),
        name,
        confidence: null,
        ...geometry,
        ...(track_id !== undefined && { track_id }),
        ...(occluded && { occluded }),
        ...(attributes && { attributes }),
      },
    ]
  })
  return { copies, lost: annotations.length - copies.length }
}

/** The copies that an image lacks, and its own proposals that they replace: an annotation of a track stays as it is. */
export function beside(existing: readonly Labelled[], copies: readonly Labelled[]) {
  const trackOf = ({ name, track_id }: Labelled) => `${track_id} ${name}`
  const kept = new Set(existing.filter((one) => one.track_id !== undefined && !isPending(one)).map(trackOf))
  const created = copies.filter((copy) => !kept.has(trackOf(copy)))
  const tracks = new Set(created.map(trackOf))
  const replaced = existing.filter((one) => isPending(one) && one.track_id !== undefined && tracks.has(trackOf(one)))
  return { created, replaced }
}

function shapeOf({ id, type, bounding_box, polygon, polyline, keypoint }: Labelled) {
  return {
    id,
    type,
    ...(bounding_box && type === 'bbox' && { bounding_box }),
    ...(polygon && { polygon }),
    ...(polyline && { polyline }),
    ...(keypoint && { keypoint }),
  }
}
