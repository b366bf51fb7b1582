import { Option } from 'commander'
import { HARDWARE_VIDEO } from '../shared/engine-contract/hardware-video.ts'

export const hardwareVideoOption = (): Option =>
  new Option(
    '--hardware-video <mode>',
    'decode: video hardware decodes where its frames equal those of the software decoder (default: off)',
  ).choices(HARDWARE_VIDEO)
