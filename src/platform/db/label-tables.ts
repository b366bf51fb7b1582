/** Annotations refer to a label instead of holding a name and a type, so that a class is renamed in one row. */
import { type Kysely, type Migration, sql } from 'kysely'
import { newId } from './ids.ts'

interface Before {
  annotations: { dataset_id: string; name: string; type: string }
  labels: { id: string; dataset_id: string; name: string; type: string }
}

export const labelTables: Migration = {
  async up(db: Kysely<Before>) {
    await db.schema
      .createTable('labels')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('dataset_id', 'text', (c) => c.notNull().references('datasets.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('removed_at', 'text')
      .execute()
    await db.schema.createIndex('labels_name').on('labels').columns(['dataset_id', 'name']).execute()
    const used = await db.selectFrom('annotations').select(['dataset_id', 'name', 'type']).distinct().execute()
    for (const label of used)
      await db
        .insertInto('labels')
        .values({ id: newId(), ...label })
        .execute()

    await db.schema
      .createTable('labelled_annotations')
      .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('label_id', 'text', (c) => c.notNull().references('labels.id'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('confidence', 'double precision')
      .addColumn('geometry', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('annotations_of_image', ['image_id', 'id'])
      .execute()
    await sql`
      insert into labelled_annotations (image_id, id, label_id, position, confidence, geometry)
      select a.image_id, a.id, l.id, a.position, a.confidence, a.geometry from annotations a
        join labels l on l.dataset_id = a.dataset_id and l.name = a.name and l.type = a.type`.execute(db)
    await db.schema.dropTable('annotations').execute()
    await db.schema.alterTable('labelled_annotations').renameTo('annotations').execute()
    await db.schema.createIndex('annotations_label').on('annotations').columns(['label_id', 'image_id']).execute()
  },
}
