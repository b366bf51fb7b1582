/** Storage: removes unused files, on request and every hour, and measures the data folder. */

import { ApiError } from '../../../shared/api/errors.ts'
import type { StorageUse } from '../../../shared/api/storage.ts'
import { message } from '../../../shared/messages/message.ts'
import { usedOf } from '../../accounts/quota/used.ts'
import type { Database } from '../../db/database.ts'
import { isAnyRunLive } from '../../db/live-runs.ts'
import type { StoredKind } from '../../db/schema/limits.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { DataFolders } from '../../machine/data-folders.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { DerivationArea } from '../derivations/derivation-area.ts'
import { countedBytes } from '../uploads/uploads.ts'
import { createReclaim, type Reclaim } from './reclaim.ts'
import { runUse } from './run-use.ts'
import { createStorage, type Storage } from './storage.ts'
import { NONE, partOf, sumOf } from './tally.ts'
import { createNamedUploads } from './upload-references.ts'

const SWEEP_EVERY_MS = 60 * 60_000

export interface StorageAreaNeeds {
  derivations: DerivationArea
}

type Owner = Pick<Caller, 'organizationId'>

interface OrganizationStorage {
  use(caller: Owner): Promise<StorageUse>
  /** Returns the use afterwards. @throws ApiError wrong_state while a run of the organization is live */
  clearUploads(caller: Owner): Promise<StorageUse>
}

interface OrganizationStorageOptions {
  db: Database
  reclaim: Pick<Reclaim, 'clearUploads' | 'unusedUploads'>
  folders: Pick<DataFolders, 'runs'>
}

/** The files of one organization, for its admins. Sizes are those that count for its quota. */
function createOrganizationStorage({ db, reclaim, folders }: OrganizationStorageOptions): OrganizationStorage {
  async function counted(table: 'uploads' | 'models' | 'dataset_exports', organizationId: string): Promise<number> {
    const all = db.selectFrom(table).where('organization_id', '=', organizationId)
    const there = table === 'dataset_exports' ? all.where('deleted_at', 'is', null) : all
    return Number((await there.select((e) => e.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
  }

  async function stored(organizationId: string): Promise<(kind: StoredKind) => number> {
    const rows = await db
      .selectFrom('stored_bytes')
      .select(['kind', 'bytes'])
      .where('organization_id', '=', organizationId)
      .execute()
    const bytes = new Map(rows.map((row) => [row.kind, Number(row.bytes)]))
    return (kind) => bytes.get(kind) ?? 0
  }

  async function use({ organizationId }: Owner): Promise<StorageUse> {
    const [runs, bytesOf] = [await runUse(db, folders.runs, organizationId), await stored(organizationId)]
    const { images, image_bytes } = await usedOf(db, organizationId)
    const unused = (await reclaim.unusedUploads(organizationId)).filter(({ completed_at }) => completed_at !== null)
    const clearable = { bytes: sumOf(unused.map(countedBytes)), count: unused.length }
    const uploads = { bytes: bytesOf('uploads'), count: await counted('uploads', organizationId) }
    const models = { bytes: bytesOf('models'), count: await counted('models', organizationId) }
    const exports = { bytes: bytesOf('exports'), count: await counted('dataset_exports', organizationId) }
    return {
      in_use: await isAnyRunLive(db, organizationId),
      parts: [
        partOf('runs', runs.all, runs.ended),
        partOf('uploads', uploads, clearable),
        partOf('models', models, NONE),
        partOf('images', { bytes: image_bytes, count: images }, NONE),
        partOf('exports', exports, NONE),
      ],
    }
  }

  return {
    use,
    async clearUploads(caller) {
      if (await isAnyRunLive(db, caller.organizationId)) {
        throw new ApiError('wrong_state', message('run.clear_while_active'))
      }
      await reclaim.clearUploads(caller.organizationId)
      return use(caller)
    },
  }
}

const storageHandlers = (storage: OrganizationStorage): GroupHandlers<'storage'> => ({
  get: ({ caller }) => storage.use(caller),
  clear: ({ caller }) => storage.clearUploads(caller),
})

export interface StorageArea extends Area {
  reclaim: Reclaim
  /** Use of the whole installation, for operators. */
  storage: Storage
  handlers: Pick<Handlers, 'storage'>
}

export function createStorageArea(services: PlatformServices, needs: StorageAreaNeeds): StorageArea {
  const { db, folders } = services
  const isLive = () => isAnyRunLive(db)
  const namedUploads = createNamedUploads(db)
  const reclaim = createReclaim({
    ...services,
    namedUploads,
    isAnyRunLive: isLive,
    removeDerived: needs.derivations.contents.remove,
  })
  const storage = createStorage({ db, reclaim, folders, isAnyRunLive: isLive })
  const own = createOrganizationStorage({ db, reclaim, folders })
  services.room.onRequest(() => void reclaim.emptyQuarantine())
  let sweeping: NodeJS.Timeout | undefined
  return {
    reclaim,
    storage,
    handlers: { storage: storageHandlers(own) },
    async start() {
      // A sweep waits while a run is live, which may need them.
      await reclaim.bringBack()
      await reclaim.sweep()
      sweeping = setInterval(() => void reclaim.sweep(), SWEEP_EVERY_MS).unref()
    },
    async close() {
      clearInterval(sweeping)
      await reclaim.close()
    },
  }
}
