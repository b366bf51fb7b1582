/** Lists of the images of data sets. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import { imageOf } from '../images/image-record.ts'
import { createImageLists, type ImageLists } from './image-lists.ts'
import { createImageTags, createSummaries } from './image-summaries.ts'

export interface ImageListArea extends Area {
  lists: ImageLists
  handlers: Pick<Handlers, 'imageLists'>
}

export function createImageListArea({ db }: PlatformServices, needs: { datasets: DatasetArea }): ImageListArea {
  const { datasets } = needs.datasets
  const lists = createImageLists(db, datasets)
  const listTags = createImageTags(db, datasets)
  const summarize = createSummaries(db, datasets)
  return {
    lists,
    handlers: {
      imageLists: {
        async list({ caller, params, query, origin }) {
          const { rows, next_cursor } = await lists.page(caller, params.dataset, query)
          return { data: rows.map((row) => imageOf(row, origin)), next_cursor }
        },
        ids: ({ caller, params, query }) => lists.ids(caller, params.dataset, query),
        tags: ({ caller, params }) => listTags(caller, params.dataset),
        summaries: ({ caller, body, origin }) => summarize(caller, body, origin),
      },
    },
  }
}
