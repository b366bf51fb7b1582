/** Facts about this machine's GPUs that can be read without trying them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { arch, release } from 'node:os'
import { CPU } from '../../../shared/domain/device.ts'
import { VERSION } from '../../../shared/domain/version.ts'

const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Linux has a device file for every GPU with a driver: render nodes, NVIDIA's own, and that of WSL. */
const deviceFiles = (): string[] => [
  ...listed('/dev/dri').filter((name) => name.startsWith('renderD')),
  ...listed('/dev').filter((name) => /^nvidia\d+$/.test(name) || name === 'dxg'),
]

/**
 * False when this machine certainly has no GPU, which is Linux without a device file of one, and when the user keeps
 * `auto` on the CPU.
 */
export function mayHaveGpu(): boolean {
  const { SIGHTLINE_AUTO_DEVICE: kept } = process.env
  return kept !== CPU && (process.platform !== 'linux' || deviceFiles().length > 0)
}

/** Changes with the hardware, its drivers and the engine, as far as that shows in files. `libraries`: those installed. */
export function machineKey(libraries = ''): string {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES, CUDA_VISIBLE_DEVICES } = process.env
  const drivers = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'].flatMap((folder) =>
    listed(folder).map((name) => [name, statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  )
  const facts = [
    [VERSION, process.platform, arch(), release()],
    [deviceFiles(), drivers, nvidiaDriver()],
    [VK_ICD_FILENAMES, VK_DRIVER_FILES, CUDA_VISIBLE_DEVICES, libraries],
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

function nvidiaDriver(): string {
  try {
    return readFileSync('/proc/driver/nvidia/version', 'utf8')
  } catch {
    return ''
  }
}
