/** Bytes that organizations store beside images are kept as sums instead of counted by each call. */
import { type Kysely, type Migration, sql } from 'kysely'

/** Runs whose lists of files are read at a time. */
const PAGE = 500

export const quotaTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('models')
      .addColumn('size_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    // The upload of a model is kept as long as the model; one of an earlier version without an upload stays uncounted.
    await sql`update models set size_bytes = coalesce(
      (select max(u.size_bytes) from uploads u where u.sha256 = models.file_sha256), 0)`.execute(db)
    await db.schema
      .createTable('stored_bytes')
      .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('stored_bytes_key', ['organization_id', 'kind'])
      .execute()
    const insert = (summed: ReturnType<typeof sql>) =>
      sql`insert into stored_bytes (organization_id, kind, bytes) ${summed}`.execute(db)
    await insert(sql`select organization_id, 'uploads', sum(size_bytes) from uploads
      where completed_at is not null and imported = 0 and size_bytes is not null group by organization_id`)
    await insert(sql`select organization_id, 'models', sum(size_bytes) from models
      where bundled_as is null group by organization_id`)
    await insert(sql`select organization_id, 'exports', sum(size_bytes) from dataset_exports
      where deleted_at is null and size_bytes is not null group by organization_id`)
    for (const [organization, bytes] of await bytesOfRuns(db)) {
      await insert(sql`values (${organization}, 'runs', ${bytes})`)
    }
  },
}

interface File {
  size_bytes: number
}

/** By organization. The lists of files are JSON, which SQLite and PostgreSQL read by different functions. */
async function bytesOfRuns(db: Kysely<unknown>): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; organization_id: string; artifacts: string; inspection: string | null }>`
      select id, organization_id, artifacts, inspection from workflow_runs
      where id > ${after} and status in ('completed', 'error', 'cancelled') order by id limit ${PAGE}`.execute(db)
    for (const { organization_id, artifacts, inspection } of rows) {
      const { frames, events } = JSON.parse(inspection ?? '{}') as { frames?: File | null; events?: File | null }
      const files = [...(JSON.parse(artifacts) as File[]), frames, events]
      const bytes = files.reduce((sum, file) => sum + (file?.size_bytes ?? 0), 0)
      sums.set(organization_id, (sums.get(organization_id) ?? 0) + bytes)
    }
    const last = rows.at(-1)
    if (!last) return sums
    after = last.id
  }
}
