/** The device that runs models: a choice among those found, and their speed for a model; and hardware decoding. */
import { Radio } from '@mantine/core'
import { useCallback } from 'react'
import type { DeviceChosen, DeviceList, DeviceMeasurement } from '../../../../shared/api/devices.ts'
import { AUTO, CPU, type Device } from '../../../../shared/domain/device.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { deviceFacts, deviceIdLabel, deviceName } from '../../../parts/model/devices/device-text.ts'
import { withMeasurement } from '../../../parts/model/devices/model-speed.tsx'
import { texts } from '../../../texts/texts.ts'
import settings from '../settings.module.css'
import { DeviceSpeeds } from './device-speeds.tsx'
import classes from './devices.module.css'
import { HardwareVideo } from './hardware-video.tsx'

const words = texts.devices.settings
const ROW = { root: classes.choice, description: classes.facts }

interface DevicesProps {
  /** False where the operators of the server choose the device. */
  canChoose: boolean
}

export function Devices({ canChoose }: DevicesProps) {
  const host = useHost()
  const load = useCallback(() => host.api('devices.list', {}), [host])
  const { value: list, error, patch, reload } = useResource(load)
  if (error !== null && !list) return <p className={settings.prose}>{error}</p>
  if (!list) {
    return (
      <p className={settings.prose} role="status">
        {words.detecting}
      </p>
    )
  }
  const { devices, chosen } = list
  const fixed = list.fixed || !canChoose
  const choose = async (change: DeviceChosen, shown: Partial<DeviceList>, failed: string) => {
    patch((before) => ({ ...before, ...shown }))
    try {
      await host.api('operator.chooseDevice', { body: change })
    } catch (problem) {
      toastError(failed, problem)
      await reload()
    }
  }
  const add = (made: DeviceMeasurement) => patch((before) => withMeasurement(before, made))
  return (
    <>
      <Radio.Group
        label={words.choice}
        description={!canChoose ? words.byOperators : list.fixed ? words.fixed(chosen) : words.prose}
        classNames={{ label: classes.label, description: classes.description }}
        value={chosen}
        onChange={(device) => void choose({ device }, { chosen: device }, words.notChosen)}
      >
        <div className={settings.rows}>
          <Radio
            classNames={ROW}
            value={AUTO}
            label={texts.devices.automatic}
            description={words.automaticHint}
            disabled={fixed}
          />
          {devices.map((device) => (
            <Choice key={device.id} device={device} fixed={fixed} />
          ))}
          {chosen !== AUTO && !devices.some(({ id }) => id === chosen) && (
            <Radio
              classNames={ROW}
              value={chosen}
              label={deviceIdLabel(chosen, devices)}
              description={words.missing}
              disabled
            />
          )}
        </div>
      </Radio.Group>
      {!devices.some(({ id, available }) => id !== CPU && available) && (
        <p className={`${settings.prose} ${classes.note}`}>{words.onlyCpu}</p>
      )}
      <h3 className={classes.heading}>{texts.devices.speed.title}</h3>
      <DeviceSpeeds list={list} onMeasured={add} />
      <h3 className={classes.heading}>{texts.devices.video.title}</h3>
      <HardwareVideo
        list={list}
        canChoose={canChoose}
        onChoose={(hardware_video) =>
          void choose({ hardware_video }, { hardware_video }, texts.devices.video.notChosen)
        }
      />
    </>
  )
}

const Choice = ({ device, fixed }: { device: Device; fixed: boolean }) => (
  <Radio
    classNames={ROW}
    value={device.id}
    label={deviceName(device)}
    description={deviceFacts(device)}
    disabled={fixed || !device.available}
  />
)
