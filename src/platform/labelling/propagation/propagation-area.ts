/** Propagation of annotations from image to image. */

import type { BodyOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { PropagatedShape, Propagation, propagation } from '../../../shared/api/propagation.ts'
import { type BoundingBox, boundsOf } from '../../../shared/domain/annotation.ts'
import type { Point } from '../../../shared/domain/geometry.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { Images } from '../../datasets/images/images.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import { carried } from '../../exchange/derived-datasets/transform-annotation.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Caller } from '../../machine/identity/caller.ts'

type Request = BodyOf<typeof propagation.follow>
type Shape = Request['annotations'][number]

/** @throws ApiError not_found, invalid_field, image_unreadable */
type Propagate = (caller: Caller, imageId: string, request: Request) => Promise<Propagation>

interface PropagateOptions {
  engine: Pick<Engine, 'follow'>
  blobs: Pick<BlobStore, 'localFile'>
  images: Pick<Images, 'byId'>
}

/** Half the side of the square around a point that is followed in its place, in pixels. */
const AROUND_POINT = 16

/** Finds the objects of annotations again in another image of their data set. */
function createPropagate({ engine, blobs, images }: PropagateOptions): Propagate {
  async function imageOf(caller: Caller, id: string): Promise<ImageRow> {
    const image = await images.byId(caller, id)
    if (!image) throw new ApiError('not_found', message('image.missing', { id }))
    return image
  }
  const fileOf = async ({ sha256, filename }: ImageRow) => ({ path: await blobs.localFile(sha256), name: filename })

  return async (caller, imageId, { target_image_id, annotations }) => {
    const [image, target] = [await imageOf(caller, imageId), await imageOf(caller, target_image_id)]
    if (target.dataset_id !== image.dataset_id) {
      throw invalidField('/target_image_id', message('propagate.other_dataset'))
    }
    const size = { width: target.width, height: target.height }
    if (image.width !== size.width || image.height !== size.height) {
      throw invalidField('/target_image_id', message('propagate.other_size', size))
    }
    const boxes = annotations.map(boxAround)
    const followed = await engine.follow({ ...(await fileOf(image)), to: await fileOf(target), boxes })
    if (!followed.ok) throw new ApiError('image_unreadable', followed.error)
    const shapes: PropagatedShape[] = []
    const lost: string[] = []
    for (const [i, shape] of annotations.entries()) {
      const found = followed.value.objects[i]
      const frame = found && { map: found.map, size, cutouts: [], minVisible: 0 }
      const [moved] = frame ? carried(shape, frame) : []
      if (!moved || !found) {
        lost.push(shape.id)
        continue
      }
      const { isHidden: _, ...geometry } = moved
      shapes.push({ id: shape.id, type: shape.type, ...geometry, score: found.score })
    }
    return { image_id: target.id, shapes, lost }
  }
}

/** @throws ApiError invalid_field for an annotation without its geometry */
function boxAround({ type, bounding_box, polygon, polyline, keypoint }: Shape, i: number): BoundingBox {
  if (type === 'bbox' && bounding_box) return bounding_box
  const points: readonly Point[] = polygon?.paths.flat() ?? polyline?.points ?? (keypoint ? [keypoint] : [])
  if (points.length === 0) throw invalidField(`/annotations/${i}`, message('propagate.no_geometry', { type }))
  const { x, y, w, h } = boundsOf(points)
  const [across, down] = [Math.max(0, AROUND_POINT - w / 2), Math.max(0, AROUND_POINT - h / 2)]
  return type === 'polygon' ? { x, y, w, h } : { x: x - across, y: y - down, w: w + 2 * across, h: h + 2 * down }
}

export interface PropagationArea extends Area {
  handlers: Pick<Handlers, 'propagation'>
}

export function createPropagationArea(
  { engine, blobs }: PlatformServices,
  { images }: { images: ImageArea },
): PropagationArea {
  const propagate = createPropagate({ engine, blobs, images: images.images })
  return {
    handlers: { propagation: { follow: ({ caller, params, body }) => propagate(caller, params.image_id, body) } },
  }
}
