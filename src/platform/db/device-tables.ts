/** The tables of the chosen device, with hardware decoding of video, and of measurements of models on devices. */
import type { Kysely, Migration } from 'kysely'

export const deviceTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('chosen_device')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('hardware_video', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('device_measurements')
      .addColumn('model_sha256', 'text', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('device_name', 'text', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('median_ms', 'real', (c) => c.notNull())
      .addColumn('agrees', 'integer', (c) => c.notNull())
      .addColumn('largest_difference', 'real')
      .addColumn('measured_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('device_measurements_key', ['model_sha256', 'device'])
      .execute()
  },
}
