import { Command } from 'commander'
import { devicesVideoCommand } from './devices-video-command.ts'
import { installCudaCommand } from './install-cuda-command.ts'

export const devicesCommand = (): Command =>
  new Command('devices')
    .description('the devices of this machine for models and video')
    .addCommand(devicesVideoCommand())
    .addCommand(installCudaCommand())
