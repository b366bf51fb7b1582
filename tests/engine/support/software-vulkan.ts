/** Chromium's software implementation of Vulkan, which stands in for a GPU. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'

const MANIFEST = process.env.SIGHTLINE_VULKAN_ICD ?? '/usr/lib/chromium/vk_swiftshader_icd.json'

/** The environment with which WebGPU finds no device but the software one, by the loader that Chromium has beside it. */
export const SOFTWARE_VULKAN = {
  VK_ICD_FILENAMES: MANIFEST,
  VK_DRIVER_FILES: MANIFEST,
  LD_LIBRARY_PATH: dirname(MANIFEST),
  XDG_RUNTIME_DIR: tmpdir(),
}
export const NO_VULKAN = { VK_ICD_FILENAMES: '/nowhere.json', VK_DRIVER_FILES: '/nowhere.json' }

const isThere = process.platform === 'linux' && process.arch === 'x64' && existsSync(MANIFEST)

/** The reason for which tests on it are skipped; null when it is there. */
export const NO_SOFTWARE_VULKAN = isThere ? null : `there is no software Vulkan (${MANIFEST})`
