/** Models, and the devices that they run on. */
import type { SchemaModule } from 'kysely'
import type { MODEL_STATUSES } from '../../../shared/api/models.ts'
import type { DeviceChoice, DeviceId } from '../../../shared/domain/device.ts'
import type { ModelType } from '../../../shared/domain/model-types.ts'
import type { HardwareVideo } from '../../../shared/engine-contract/hardware-video.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time, type UserId } from './columns.ts'

export interface ModelRow {
  id: string
  organization_id: string
  created_by: UserId | null
  name: string
  description: string | null
  readme: string | null
  model_type: ModelType
  architecture: string | null
  visibility: 'private' | 'public'
  status: (typeof MODEL_STATUSES)[number]
  metrics: Json | null
  class_mapping: Json | null
  training_config: Json | null
  /** The data set of the organization that it was trained on, if one is recorded. */
  dataset_id: string | null
  version: string
  parent_model_id: string | null
  forked_from_model_id: string | null
  license_id: string | null
  license_custom_text: string | null
  precision: 'fp32' | 'fp16'
  /** A person's options. */
  conversion: Json | null
  /** The values that it runs with; null for a network that takes no options. */
  conversion_in_use: Json | null
  /** Hex SHA-256 of the ONNX file in the blob store. */
  file_sha256: string
  /** Bytes of the file. */
  size_bytes: number
  /** Name in the table of bundled models when it ships with the app. */
  bundled_as: string | null
  /** 1 when a person has changed the description or readme: a new version of the app then keeps both. */
  card_edited: 0 | 1
  created_at: Time
  updated_at: Time
}

async function createModels(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('models')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('name', 'text', required)
    .addColumn('description', 'text')
    .addColumn('readme', 'text')
    .addColumn('model_type', 'text', required)
    .addColumn('architecture', 'text')
    .addColumn('visibility', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('metrics', 'text')
    .addColumn('class_mapping', 'text')
    .addColumn('training_config', 'text')
    .addColumn('dataset_id', 'text')
    .addColumn('version', 'text', required)
    .addColumn('parent_model_id', 'text')
    .addColumn('forked_from_model_id', 'text')
    .addColumn('license_id', 'text')
    .addColumn('license_custom_text', 'text')
    .addColumn('precision', 'text', required)
    .addColumn('conversion', 'text')
    .addColumn('conversion_in_use', 'text')
    .addColumn('file_sha256', 'text', required)
    .addColumn('size_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('bundled_as', 'text')
    .addColumn('card_edited', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addUniqueConstraint('models_name', ['organization_id', 'name'])
    .execute()
  await schema.createIndex('models_order').on('models').columns(['organization_id', 'id']).execute()
}

/** One row, once a device has been chosen. */
export interface ChosenDeviceRow {
  id: 1
  device: DeviceChoice
  hardware_video: HardwareVideo
}

async function createChosenDevice(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('chosen_device')
    .addColumn('id', 'integer', primary)
    .addColumn('device', 'text', required)
    .addColumn('hardware_video', 'text', required)
    .execute()
}

export interface DeviceMeasurementRow {
  /** Hex SHA-256 of the model's file. */
  model_sha256: string
  device: DeviceId
  /** Another processor under the same id has another speed. */
  device_name: string
  /** Version of Sightline: another version of ONNX Runtime has another speed. */
  version: string
  median_ms: number
  agrees: 0 | 1
  largest_difference: number | null
  measured_at: Time
}

async function createDeviceMeasurements(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('device_measurements')
    .addColumn('model_sha256', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('device_name', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('median_ms', 'real', required)
    .addColumn('agrees', 'integer', required)
    .addColumn('largest_difference', 'real')
    .addColumn('measured_at', 'text', required)
    .addPrimaryKeyConstraint('device_measurements_key', ['model_sha256', 'device'])
    .execute()
}

export interface ModelTables {
  models: ModelRow
  chosen_device: ChosenDeviceRow
  device_measurements: DeviceMeasurementRow
}

export const modelTables: TableGroup = [createModels, createChosenDevice, createDeviceMeasurements]
