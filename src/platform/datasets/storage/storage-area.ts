/** Storage: removes unused files, on request and every hour, and measures the data folder. */

import { isAnyRunLive } from '../../db/live-runs.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DerivationArea } from '../derivations/derivation-area.ts'
import { createOrganizationStorage } from './organization-storage.ts'
import { createReclaim, type Reclaim } from './reclaim.ts'
import { createStorage, type Storage } from './storage.ts'
import { storageHandlers } from './storage-handlers.ts'
import { createNamedUploads } from './upload-references.ts'

const SWEEP_EVERY_MS = 60 * 60_000

export interface StorageAreaNeeds {
  derivations: DerivationArea
}

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
