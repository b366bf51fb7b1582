/** The tables of evaluations: their figures, their images, and the cells of the confusion matrix by image. */
import type { Kysely, Migration } from 'kysely'

export const evaluationTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('model_evaluations')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('model_id', 'text', (c) => c.notNull())
      .addColumn('dataset_id', 'text', (c) => c.notNull())
      .addColumn('export_id', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('token', 'integer', (c) => c.notNull())
      .addColumn('iou_threshold', 'double precision', (c) => c.notNull())
      .addColumn('confidence_threshold', 'double precision', (c) => c.notNull())
      .addColumn('total_images', 'integer', (c) => c.notNull())
      .addColumn('evaluated_images', 'integer', (c) => c.notNull())
      .addColumn('failed_images', 'integer', (c) => c.notNull())
      .addColumn('config', 'text', (c) => c.notNull())
      .addColumn('overall_metrics', 'text')
      .addColumn('details', 'text')
      .addColumn('curves', 'text')
      .addColumn('error', 'text')
      .addColumn('error_text', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addColumn('started_at', 'text')
      .addColumn('completed_at', 'text')
      .execute()
    for (const [name, column] of Object.entries({ order: null, of_model: 'model_id', of_dataset: 'dataset_id' })) {
      await db.schema
        .createIndex(`model_evaluations_${name}`)
        .on('model_evaluations')
        .columns(['organization_id', ...(column === null ? [] : [column]), 'id'])
        .execute()
    }
    await db.schema
      .createTable('evaluated_images')
      .addColumn('evaluation_id', 'text', (c) => c.notNull().references('model_evaluations.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('filename', 'text', (c) => c.notNull())
      .addColumn('failure', 'text')
      .addColumn('errors', 'integer', (c) => c.notNull())
      .addColumn('tp', 'integer', (c) => c.notNull())
      .addColumn('fp', 'integer', (c) => c.notNull())
      .addColumn('fn', 'integer', (c) => c.notNull())
      .addColumn('gt_count', 'integer', (c) => c.notNull())
      .addColumn('pred_count', 'integer', (c) => c.notNull())
      .addColumn('tally', 'text')
      .addColumn('predictions', 'text')
      .addPrimaryKeyConstraint('evaluated_images_key', ['evaluation_id', 'position'])
      .execute()
    await db.schema
      .createIndex('evaluated_images_worst')
      .on('evaluated_images')
      .columns(['evaluation_id', 'errors desc', 'position'])
      .execute()
    await db.schema
      .createTable('evaluation_cells')
      .addColumn('evaluation_id', 'text', (c) => c.notNull().references('model_evaluations.id').onDelete('cascade'))
      .addColumn('truth', 'integer', (c) => c.notNull())
      .addColumn('prediction', 'integer', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('evaluation_cells_key', ['evaluation_id', 'truth', 'prediction', 'position'])
      .execute()
  },
}
