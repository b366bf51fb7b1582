/** Evaluations as rows: their state, and the results of their images. */
import type { Page } from '../../../shared/api/endpoint.ts'
import { type Said, saidOf } from '../../../shared/messages/message.ts'
import { type Database, insertMany, toJsonOrNull } from '../../db/database.ts'
import { LIVE_EVALUATIONS } from '../../db/live-evaluations.ts'
import { pageOf } from '../../db/pages.ts'
import type { EvaluatedImageRow, ModelEvaluationRow } from '../../db/schema/evaluations.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { RecordEnd } from '../../work/jobs/job-record.ts'
import type { StoredImage } from './evaluate-image.ts'
import type { Cell } from './metrics/compare-image.ts'

/** The columns of a list, without the figures that are large with many classes. */
const LISTED = [
  ...(['id', 'organization_id', 'model_id', 'dataset_id', 'export_id', 'status', 'token', 'iou_threshold'] as const),
  ...(['confidence_threshold', 'total_images', 'evaluated_images', 'failed_images', 'config'] as const),
  ...(['overall_metrics', 'error', 'error_text', 'created_at', 'updated_at', 'started_at', 'completed_at'] as const),
] as const
export type ListedEvaluation = Pick<ModelEvaluationRow, (typeof LISTED)[number]>

export interface EvaluationFilter extends Page {
  model_id?: string
  project_id?: string
}

export type Figures = Pick<ModelEvaluationRow, 'overall_metrics' | 'details' | 'curves'>

export interface EvaluationRepository {
  insert(tx: Tx, row: ModelEvaluationRow): Promise<void>
  find(organizationId: string, id: string): Promise<(ListedEvaluation & Pick<ModelEvaluationRow, 'details'>) | null>
  /** The precision-recall curves. */
  curvesOf(id: string): Promise<string | null>
  /** Newest first. */
  list(organizationId: string, filter: EvaluationFilter): Promise<ListedEvaluation[]>
  /** Gives a claim of the job the right to write results. Null when the evaluation has ended. */
  begin(id: string, token: number, at: string): Promise<ListedEvaluation | null>
  /** Positions of the images that have a result. */
  positionsOf(id: string): Promise<number[]>
  /** Returns false without the right to write: the evaluation has ended, or another worker has it. */
  storeImages(id: string, token: number, images: readonly StoredImage[], at: string): Promise<boolean>
  /** Stores the figures under the same condition as `storeImages`. */
  storeFigures(id: string, token: number, figures: Figures): Promise<boolean>
  /** The evaluated images from this position on, by position. */
  tallies(id: string, from: number, limit: number): Promise<Pick<EvaluatedImageRow, 'position' | 'tally'>[]>
  /** The cells of all images together. */
  cellSums(id: string): Promise<Cell[]>
  /** The first of the images that failed. */
  firstFailure(id: string): Promise<Pick<EvaluatedImageRow, 'filename' | 'failure'> | null>
  /** Null when it has ended before: the first end is the one that counts. */
  end(tx: Tx, id: string, end: RecordEnd, reason: Said | null): Promise<ListedEvaluation | null>
}

export function createEvaluationRepository(db: Database): EvaluationRepository {
  const imagesOf = (id: string) => db.selectFrom('evaluated_images').where('evaluation_id', '=', id)
  const owned = (tx: Pick<Database, 'updateTable'>, id: string, token: number) =>
    tx.updateTable('model_evaluations').where('id', '=', id).where('token', '=', token).where('status', '=', 'running')

  return {
    async insert(tx, row) {
      await tx.insertInto('model_evaluations').values(row).execute()
    },
    async find(organizationId, id) {
      const row = await db
        .selectFrom('model_evaluations')
        .select([...LISTED, 'details'])
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },
    async curvesOf(id) {
      const query = db.selectFrom('model_evaluations').select('curves').where('id', '=', id)
      return (await query.executeTakeFirst())?.curves ?? null
    },
    list(organizationId, filter) {
      let query = db.selectFrom('model_evaluations').select(LISTED).where('organization_id', '=', organizationId)
      if (filter.model_id !== undefined) query = query.where('model_id', '=', filter.model_id.toLowerCase())
      if (filter.project_id !== undefined) query = query.where('dataset_id', '=', filter.project_id.toLowerCase())
      return pageOf(query.orderBy('id', 'desc'), filter)
    },
    async begin(id, token, at) {
      const row = await db
        .updateTable('model_evaluations')
        .set((e) => ({
          status: 'running',
          token,
          updated_at: at,
          started_at: e.fn.coalesce('started_at', e.val(at)),
        }))
        .where('id', '=', id)
        .where('status', 'in', LIVE_EVALUATIONS)
        .where('token', '<', token)
        .returning(LISTED)
        .executeTakeFirst()
      return row ?? null
    },
    async positionsOf(id) {
      return (await imagesOf(id).select('position').execute()).map(({ position }) => position)
    },
    storeImages: (id, token, images, at) =>
      db.transaction().execute(async (tx) => {
        const failed = images.filter(({ image }) => image.failure !== null).length
        const { numUpdatedRows } = await owned(tx, id, token)
          .set((e) => ({
            evaluated_images: e('evaluated_images', '+', images.length - failed),
            failed_images: e('failed_images', '+', failed),
            updated_at: at,
          }))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        const evaluation_id = id
        await insertMany(
          tx,
          'evaluated_images',
          images.map(({ image }) => ({ evaluation_id, ...image })),
        )
        const cells = images.flatMap((one) => one.cells.map((cell) => ({ evaluation_id, ...cell })))
        await insertMany(tx, 'evaluation_cells', cells)
        return true
      }),
    async storeFigures(id, token, figures) {
      return (await owned(db, id, token).set(figures).executeTakeFirst()).numUpdatedRows > 0n
    },
    tallies: (id, from, limit) =>
      imagesOf(id)
        .select(['position', 'tally'])
        .where('position', '>=', from)
        .where('failure', 'is', null)
        .orderBy('position')
        .limit(limit)
        .execute(),
    async cellSums(id) {
      const rows = await db
        .selectFrom('evaluation_cells')
        .select((e) => ['truth', 'prediction', e.fn.sum<number>('count').as('count')])
        .where('evaluation_id', '=', id)
        .groupBy(['truth', 'prediction'])
        .execute()
      return rows.map((row) => ({ ...row, count: Number(row.count) }))
    },
    async firstFailure(id) {
      const failed = imagesOf(id).select(['filename', 'failure']).where('failure', 'is not', null)
      return (await failed.orderBy('position').limit(1).executeTakeFirst()) ?? null
    },
    async end(tx, id, { status, completed_at }, reason) {
      const said = reason && saidOf(reason)
      const row = await tx
        .updateTable('model_evaluations')
        .set({
          status,
          completed_at,
          updated_at: completed_at,
          error: said?.message ?? null,
          error_text: toJsonOrNull(said?.text),
        })
        .where('id', '=', id)
        .where('status', 'in', LIVE_EVALUATIONS)
        .returning(LISTED)
        .executeTakeFirst()
      return row ?? null
    },
  }
}
