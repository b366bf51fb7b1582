/** A database and a bucket for hosts that share them, and which outlive these. */
import { randomBytes } from 'node:crypto'
import { postgresDatabase } from '../../../src/platform/db/postgres/postgres-database.ts'
import { openAdministration } from '../../../src/platform/work/administration/administration.ts'
import { newPostgresUrl } from '../support/databases.ts'
import { ACCOUNT, startStore } from '../support/object-store.ts'

export interface Cluster {
  /** Variables for its servers and workers. */
  env: NodeJS.ProcessEnv
  /** Lets the time pass after which the work of a dead process belongs to nobody: others would take it over then. */
  leasesEnd(): Promise<void>
  /** Leaves the work of the only organization to workers with this label. */
  reserve(label: string): Promise<void>
  close(): Promise<void>
}

export async function openCluster(): Promise<Cluster> {
  const database = (await newPostgresUrl()) as string
  const store = await startStore()
  return {
    env: {
      AWS_ACCESS_KEY_ID: ACCOUNT,
      AWS_SECRET_ACCESS_KEY: ACCOUNT,
      SIGHTLINE_DATABASE: database,
      SIGHTLINE_STORE: store.url('stops'),
      SIGHTLINE_MASTER_KEY: randomBytes(32).toString('hex'),
    },
    async leasesEnd() {
      const db = postgresDatabase(database)
      await db
        .updateTable('job_leases')
        .set({ until: new Date(0).toISOString() })
        .execute()
      await db.destroy()
    },
    async reserve(label) {
      const admin = await openAdministration({ dataDir: '/nowhere', database, now: () => new Date() })
      const [share] = await admin.shares()
      await admin.changeShare(share?.slug as string, { label })
      await admin.close()
    },
    close: () => store.close(),
  }
}
