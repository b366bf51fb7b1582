/** Comments on annotations. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { ImageArea } from '../images/image-area.ts'
import { createAnnotationComments } from './annotation-comments.ts'

export interface AnnotationCommentArea extends Area {
  handlers: Pick<Handlers, 'annotationComments'>
}

export function createAnnotationCommentArea(
  { db, events, now }: PlatformServices,
  { images }: { images: ImageArea },
): AnnotationCommentArea {
  const comments = createAnnotationComments({ db, images: images.images, events, now })
  return {
    handlers: {
      annotationComments: {
        list: ({ caller, query }) => comments.list(caller, query.image_id),
        create: ({ caller, body }) => comments.create(caller, body),
        update: ({ caller, params, body }) => comments.update(caller, params.comment_id, body),
        delete: ({ caller, params }) => comments.delete(caller, params.comment_id),
      },
    },
  }
}
