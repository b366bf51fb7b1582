import { Command } from 'commander'
import { createEngine } from '../engine/host/engine-host.ts'
import type { Device } from '../shared/domain/device.ts'
import { oneLine } from '../shared/domain/printable.ts'
import { dataFolder } from './data-folder.ts'
import { devicesVideoCommand } from './devices-video-command.ts'
import { installCudaCommand } from './install-cuda-command.ts'
import { engineEntry } from './resources.ts'
import { EXIT, guarded, print } from './terminal.ts'

export const devicesCommand = (): Command =>
  new Command('devices')
    .description('list the devices that can run models: the CPU and the GPUs')
    .option('--json', 'print them as JSON')
    .action((options: { json?: boolean }) =>
      guarded(async () => {
        const devices = await createEngine({ entry: engineEntry(), dataDir: dataFolder() }).devices()
        print(
          options.json
            ? JSON.stringify(devices, null, 2)
            : devices.map((device) => oneLine(deviceLine(device))).join('\n'),
        )
        return EXIT.ok
      }),
    )
    .addCommand(devicesVideoCommand())
    .addCommand(installCudaCommand())

function deviceLine({ id, name, available, reason, software }: Device): string {
  const remark = available ? (software ? ' (software, never chosen by auto)' : '') : ` (not available: ${reason})`
  return `${id.padEnd(12)} ${name}${remark}`
}
