/** Formats devices for display. */
import { AUTO, CPU, type Device } from '../../../../shared/domain/device.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.devices

/** The name, which for the CPU is that of the processor: `CPU (AMD EPYC)`. */
export const deviceName = ({ kind, name }: Pick<Device, 'kind' | 'name'>): string =>
  kind === CPU && name !== 'CPU' ? words.cpu(name) : name

/** Kind, and its state where it is not an ordinary one; the name is displayed above. */
export function deviceFacts(device: Device): string {
  if (!device.available) return words.notAvailable(reasonText(device))
  return device.software ? `${words.kinds[device.kind]}. ${words.software}` : words.kinds[device.kind]
}

const reasonText = ({ reason, text }: Device): string =>
  messageText({ message: reason ?? '', ...(text !== undefined && { text }) })

/** The entry of a menu. */
export function deviceLabel(device: Device): string {
  const { available, software } = device
  const name = deviceName(device)
  if (!available) return words.notAvailableShort(name)
  return software ? words.softwareShort(name) : name
}

/** The entry of a menu for an id that a workflow or a setting names. */
export function deviceIdLabel(id: string, devices: readonly Device[]): string {
  const device = devices.find((one) => one.id === id)
  if (device) return deviceLabel(device)
  return id === AUTO ? words.automatic : words.notFound(id)
}
