/** The device of a model block: its own, or the one chosen for all. */
import { AUTO, CPU, type DeviceChoice, isDeviceChoice } from '../../shared/domain/device.ts'
import type { GraphNode } from '../../shared/graph/graph.ts'
import { type Issue, issue } from '../../shared/graph/issue.ts'
import { message } from '../../shared/messages/message.ts'
import { type Devices, reasonOf } from '../devices/devices.ts'
import { text } from '../references/named-resources.ts'

const ownDevice = (node: GraphNode): string | null => (node.type === 'model' ? text(node.config.device) : null)

/** A name that no device can have stands for the CPU; `deviceIssues` reports it. */
export function deviceOfBlock(node: GraphNode, chosen: DeviceChoice): DeviceChoice {
  const own = ownDevice(node)
  if (own === null) return chosen
  return isDeviceChoice(own) ? own : CPU
}

/** Warnings only: the engine falls back to the CPU. Devices are read only for a block that names one. */
export async function deviceIssues(node: GraphNode, devices: Devices): Promise<Issue[]> {
  const own = ownDevice(node)
  if (own === null || own === AUTO || own === CPU || node.config.model_kind === 'sam3') return []
  const at = { node_id: node.id, field: '/device' }
  const device = (await devices.found()).find(({ id }) => id === own)
  if (!device) return [issue('resource.device_missing', message('readiness.device_missing', { device: own }), at)]
  if (device.available) return []
  const reason = message('readiness.device_unavailable', { name: device.name, reason: reasonOf(device) })
  return [issue('resource.device_unavailable', reason, at)]
}
