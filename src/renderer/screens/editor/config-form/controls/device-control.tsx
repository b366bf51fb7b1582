/** Picks the device of one model block; a device named in a workflow file stays visible when it is not found. */
import { Loader, Select, Stack, Text } from '@mantine/core'
import { useCallback } from 'react'
import { AUTO } from '../../../../../shared/domain/device.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { useResource } from '../../../../base/ui/use-resource.ts'
import { deviceIdLabel, deviceLabel } from '../../../../parts/model/devices/device-text.ts'
import { texts } from '../../../../texts/texts.ts'

/** Stands for an omitted setting: a Select has no entry without a value. */
const AS_IN_SETTINGS = 'settings'

export function DeviceControl({ id, value, onChange, error }: ControlProps) {
  const host = useHost()
  const load = useCallback(() => host.api('devices.list', {}), [host])
  const { value: list, error: failure } = useResource(load)
  const devices = list?.devices ?? []
  const entries = [
    { value: AS_IN_SETTINGS, label: texts.devices.asInSettings },
    { value: AUTO, label: texts.devices.automatic },
    ...devices.map((device) => ({ value: device.id, label: deviceLabel(device), disabled: !device.available })),
  ]
  const own = typeof value === 'string' ? value : AS_IN_SETTINGS
  const isListed = entries.some((entry) => entry.value === own)
  const unlisted = { value: own, label: list ? deviceIdLabel(own, devices) : own }
  return (
    <Stack gap={4}>
      <Select
        id={id}
        size="xs"
        data={isListed ? entries : [...entries, unlisted]}
        value={own}
        onChange={(chosen) => onChange(chosen === null || chosen === AS_IN_SETTINGS ? undefined : chosen)}
        rightSection={list || failure ? undefined : <Loader size={12} />}
        error={error !== null}
        allowDeselect={false}
      />
      {failure && (
        <Text size="xs" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
    </Stack>
  )
}
