/** Propagation of annotations from image to image. */

import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createPropagate } from './propagation.ts'

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
