/** The evaluated images of an evaluation, in lists and one by one. */
import type { Page } from '../../../shared/api/endpoint.ts'
import type { ImageScore } from '../../../shared/api/model-evaluations.ts'
import type { Database } from '../../db/database.ts'
import { type CountedRows, countedPage } from '../../db/pages.ts'
import type { EvaluatedImageRow } from '../../db/schema/evaluations.ts'

/** Indices of classes; the number of classes stands for no object. */
export interface CellFilter {
  truth?: number
  prediction?: number
}

export interface ImageLists {
  /** Images with the most errors; those without any are left out. */
  worst(id: string): Promise<ImageScore[]>
  /** Images with the fewest errors, of these the ones with the most true positives. */
  best(id: string): Promise<ImageScore[]>
  /** Most errors first: all evaluated images, or those with an object in a cell, row or column of the confusion matrix. */
  page(id: string, cell: CellFilter, page: Page): Promise<CountedRows<ImageScore>>
  /** Null for an image that was not evaluated. */
  find(id: string, position: number): Promise<(ImageScore & Pick<EvaluatedImageRow, 'predictions'>) | null>
}

const SHOWN = ['filename', 'tp', 'fp', 'fn', 'gt_count', 'pred_count', 'position'] as const
/** The most images in the list of the best, and in that of the worst. */
const EXTREMES = 20

export function createImageLists(db: Database): ImageLists {
  const evaluated = (id: string) =>
    db.selectFrom('evaluated_images').where('evaluation_id', '=', id).where('errors', '>=', 0)

  return {
    worst: (id) =>
      evaluated(id)
        .select(SHOWN)
        .where('errors', '>', 0)
        .orderBy('errors', 'desc')
        .orderBy('position')
        .limit(EXTREMES)
        .execute(),
    best: (id) =>
      evaluated(id).select(SHOWN).orderBy('errors').orderBy('tp', 'desc').orderBy('position').limit(EXTREMES).execute(),
    page(id, { truth, prediction }, page) {
      let images = evaluated(id)
      if (truth !== undefined || prediction !== undefined) {
        let cells = db.selectFrom('evaluation_cells').select('position').where('evaluation_id', '=', id)
        if (truth !== undefined) cells = cells.where('truth', '=', truth)
        if (prediction !== undefined) cells = cells.where('prediction', '=', prediction)
        images = images.where('position', 'in', cells)
      }
      return countedPage(images, images.select(SHOWN).orderBy('errors', 'desc').orderBy('position'), page)
    },
    async find(id, position) {
      const query = evaluated(id)
        .select([...SHOWN, 'predictions'])
        .where('position', '=', position)
      return (await query.executeTakeFirst()) ?? null
    },
  }
}
