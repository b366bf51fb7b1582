/** Checks the device that a model block names. Warnings only: the engine falls back to the CPU. */
import { AUTO, CPU } from '../../../shared/domain/device.ts'
import type { GraphNode } from '../../../shared/graph/graph.ts'
import { type Issue, issue } from '../../../shared/graph/issue.ts'
import { ownDevice } from '../../../shared/graph/node-device.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Devices, reasonOf } from '../../models/devices/devices.ts'

/** Devices are read only for a block that names one: the first reading takes seconds. */
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
