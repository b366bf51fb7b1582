/** The option `--device`. */
import { join } from 'node:path'
import { Option } from 'commander'
import { AUTO, CPU, type DeviceChoice, isDeviceChoice } from '../shared/domain/device.ts'
import type { Engine } from '../shared/engine-contract/job.ts'
import { dataFolder } from './data-folder.ts'
import { CommandFailure, EXIT } from './terminal.ts'

export const deviceOption = (
  description = 'run models on this device: auto, or an id of “sightline devices”',
): Option => new Option('--device <id>', description)

/** Where `auto` remembers the devices and its measurements. */
export const deviceChecksFile = (): string => join(dataFolder(), 'device-checks.json')

/** Raises a `CommandFailure` for a device that is not listed. The CPU and `auto` need no list. */
export async function requireDevice(device: DeviceChoice, engine: Pick<Engine, 'devices'>): Promise<DeviceChoice> {
  if (device === CPU || device === AUTO) return device
  const ids = (await engine.devices()).map(({ id }) => id)
  if (isDeviceChoice(device) && ids.includes(device)) return device
  throw new CommandFailure(`There is no device “${device}”. Use ${[AUTO, ...ids].join(', ')}.`, EXIT.unreadable)
}
