/** The option `--device`, and the command that lists its values. */
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import { AUTO, CPU, type Device, type DeviceChoice, isDeviceChoice } from '../shared/domain/device.ts'
import type { Engine } from '../shared/engine-contract/job.ts'
import { dataFolder } from './data-folder.ts'
import { engineEntry } from './resources.ts'
import { CommandFailure, EXIT, guarded, print } from './terminal.ts'

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

export const devicesCommand = (): Command =>
  new Command('devices')
    .description('list the devices that can run models: the CPU and the GPUs')
    .option('--json', 'print them as JSON')
    .action((options: { json?: boolean }) =>
      guarded(async () => {
        const devices = await createEngine({ entry: engineEntry() }).devices()
        print(options.json ? JSON.stringify(devices, null, 2) : devices.map(deviceLine).join('\n'))
        return EXIT.ok
      }),
    )

function deviceLine({ id, name, available, reason, software }: Device): string {
  const remark = available ? (software ? ' (software, never chosen by auto)' : '') : ` (not available: ${reason})`
  return `${id.padEnd(12)} ${name}${remark}`
}
