/** Reads the processor behind a device from the log of ONNX Runtime and of the Vulkan loader. */

export interface Adapter {
  /** Null when the log names none. */
  name: string | null
  /** True when it emulates a GPU, or when there is no sign of hardware. */
  software: boolean
}

/** The Vulkan loader (1.3.2xx and later), with VK_LOADER_DEBUG=driver, when a device is created. */
const VULKAN = /Using "(?<name>[^"\n]+)" with driver:/
/** ONNX Runtime at the level “info”; type 1 is a GPU. Windows describes it in the metadata. */
const HARDWARE = /Discovered OrtHardwareDevice \{(?<fields>[^\n]*?), type:1, metadata: \[(?<metadata>[^\n]*)\]\}/g
const DESCRIPTION = /Description=(?<name>[^,\]\n]+)/
const VENDOR = /vendor:(?<name>[^,}\n]+)/

const EMULATED = /swiftshader|llvmpipe|lavapipe|softpipe|swrast|microsoft basic render|\bwarp\b|software/i

/** `number`: which of several processors, from 0, where the provider numbers them. */
export function adapterIn(log: string, number = 0): Adapter {
  const vulkan = VULKAN.exec(log)?.groups?.name?.trim()
  if (vulkan !== undefined) return { name: vulkan, software: EMULATED.test(vulkan) }
  const found = [...log.matchAll(HARDWARE)].map(({ groups }) => groups as { fields: string; metadata: string })
  const own = found[number] ?? found[0]
  if (!own) return { name: null, software: true }
  const vendor = VENDOR.exec(own.fields)?.groups?.name?.trim()
  const name = DESCRIPTION.exec(own.metadata)?.groups?.name?.trim() ?? (vendor ? `${vendor} GPU` : null)
  return { name, software: name !== null && EMULATED.test(name) }
}
