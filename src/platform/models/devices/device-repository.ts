/** The chosen device and the measurements of models, as rows. */
import { AUTO } from '../../../shared/domain/device.ts'
import type { Database } from '../../db/database.ts'
import type { ChosenDeviceRow, DeviceMeasurementRow } from '../../db/schema/models.ts'

export type Chosen = Omit<ChosenDeviceRow, 'id'>

const AT_FIRST: Chosen = { device: AUTO, hardware_video: 'off' }

export interface DeviceRepository {
  chosen(): Promise<Chosen>
  choose(change: Partial<Chosen>): Promise<void>
  measurements(): Promise<DeviceMeasurementRow[]>
  /** Replaces the measurement of the same model on the same device. */
  keep(row: DeviceMeasurementRow): Promise<void>
}

export function createDeviceRepository(db: Database): DeviceRepository {
  return {
    async chosen() {
      const row = await db.selectFrom('chosen_device').select(['device', 'hardware_video']).executeTakeFirst()
      return row ?? AT_FIRST
    },
    async choose(change) {
      await db
        .insertInto('chosen_device')
        .values({ id: 1, ...AT_FIRST, ...change })
        .onConflict((c) => c.column('id').doUpdateSet(change))
        .execute()
    },
    measurements: () => db.selectFrom('device_measurements').selectAll().execute(),
    async keep({ model_sha256, device, ...measured }) {
      await db
        .insertInto('device_measurements')
        .values({ model_sha256, device, ...measured })
        .onConflict((c) => c.columns(['model_sha256', 'device']).doUpdateSet(measured))
        .execute()
    },
  }
}
