/** The splits of images. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { ImageBatchArea } from '../image-batches/image-batch-area.ts'
import { createRebalanceSplits } from './image-splits.ts'

export interface ImageSplitAreaNeeds {
  datasets: DatasetArea
  imageBatches: ImageBatchArea
}

export interface ImageSplitArea extends Area {
  handlers: Pick<Handlers, 'imageSplits'>
}

export function createImageSplitArea({ db, now }: PlatformServices, needs: ImageSplitAreaNeeds): ImageSplitArea {
  const { batches } = needs.imageBatches
  const rebalance = createRebalanceSplits(db, needs.datasets.datasets, now)
  return {
    handlers: {
      imageSplits: {
        assign: ({ caller, body }) => batches.set(caller, body.dataset, body.image_ids, { split: body.split }),
        rebalance: ({ caller, params, body }) => rebalance(caller, params.dataset, body),
      },
    },
  }
}
