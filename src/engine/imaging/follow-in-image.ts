/** Decodes two images, and follows objects from one to the other. */
import { batchesOf } from '../../shared/domain/batches.ts'
import type { Following, FollowRequest } from '../../shared/engine-contract/following.ts'
import type { Pixels } from '../media/stills/open-still.ts'
import { emptyPlane, type Plane } from '../tracking/camera-motion/luma-pyramid.ts'
import { followObjects } from '../tracking/object-following/follow-objects.ts'
import { mipsOf } from '../tracking/object-following/luma-view.ts'
import { decodePixels } from './change-image.ts'

/** Objects between two signs of life. */
const AT_ONCE = 20

/** @throws MediaError for an image that cannot be decoded */
export async function followInImage({ path, to, boxes }: FollowRequest, isAlive: () => void): Promise<Following> {
  const from = mipsOf(lumaOf(await decodePixels(path)))
  isAlive()
  const next = mipsOf(lumaOf(await decodePixels(to.path)))
  const objects: Following['objects'][number][] = []
  for (const some of batchesOf(boxes, AT_ONCE)) {
    isAlive()
    objects.push(...followObjects(from, next, some))
  }
  return { objects }
}

/** Luma of sRGB values (ITU-R BT.601), in parts of 256. */
const [RED, GREEN, BLUE] = [77, 150, 29]

function lumaOf({ data, width, height }: Pixels): Plane {
  const plane = emptyPlane(width, height)
  for (let i = 0, at = 0; i < plane.data.length; i++, at += 3) {
    plane.data[i] =
      (RED * (data[at] as number) + GREEN * (data[at + 1] as number) + BLUE * (data[at + 2] as number)) >> 8
  }
  return plane
}
