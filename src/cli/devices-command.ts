import { Command } from 'commander'
import { installCudaCommand } from './install-cuda-command.ts'

export const devicesCommand = (): Command =>
  new Command('devices').description('set up the devices that models run on').addCommand(installCudaCommand())
