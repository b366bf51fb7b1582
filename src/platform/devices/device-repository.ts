/** The chosen device and the measurements of models, as rows. */
import { AUTO, type DeviceChoice } from '../../shared/domain/device.ts'
import type { Database } from '../db/database.ts'
import type { DeviceMeasurementRow } from '../db/tables.ts'

export interface DeviceRepository {
  chosen(): Promise<DeviceChoice>
  choose(device: DeviceChoice): Promise<void>
  measurements(): Promise<DeviceMeasurementRow[]>
  /** Replaces the measurement of the same model on the same device. */
  keep(row: DeviceMeasurementRow): Promise<void>
}

export function createDeviceRepository(db: Database): DeviceRepository {
  return {
    async chosen() {
      const row = await db.selectFrom('chosen_device').select('device').executeTakeFirst()
      return row?.device ?? AUTO
    },
    async choose(device) {
      await db
        .insertInto('chosen_device')
        .values({ id: 1, device })
        .onConflict((c) => c.column('id').doUpdateSet({ device }))
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
