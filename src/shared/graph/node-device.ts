/** The device of a model block: its own, or the one chosen for all. */
import { CPU, type DeviceChoice, isDeviceChoice } from '../domain/device.ts'
import type { GraphNode } from './graph.ts'

/** Null for a block that names no device. The name may be one that no device can have. */
export function ownDevice({ type, config }: GraphNode): string | null {
  const { device } = config
  return type === 'model' && typeof device === 'string' && device !== '' ? device : null
}

/** A name that no device can have, such as that of a later version, stands for the CPU. */
export function deviceOfNode(node: GraphNode, chosen: DeviceChoice): DeviceChoice {
  const own = ownDevice(node)
  if (own === null) return chosen
  return isDeviceChoice(own) ? own : CPU
}
