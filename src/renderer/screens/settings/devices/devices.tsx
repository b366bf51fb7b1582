/** The device that runs models: a choice among those found, and their speed for a model; and hardware decoding. */
import { Radio, Select, Switch } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { DeviceChosen, DeviceList, DeviceMeasurement, VideoDecoder } from '../../../../shared/api/devices.ts'
import { AUTO, CPU, type Device } from '../../../../shared/domain/device.ts'
import { CODEC_NAMES, type HardwareVideo as Mode } from '../../../../shared/engine-contract/hardware-video.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { deviceFacts, deviceIdLabel, deviceName } from '../../../parts/model/devices/device-text.ts'
import { ModelSpeed, useMeasuring, withMeasurement } from '../../../parts/model/devices/model-speed.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import settings from '../settings.module.css'
import classes from './devices.module.css'

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

const speedTexts = texts.devices.speed

interface DeviceSpeedsProps {
  list: DeviceList
  onMeasured(measurement: DeviceMeasurement): void
}

/** The speed of a chosen model on every device. */
function DeviceSpeeds({ list, onMeasured }: DeviceSpeedsProps) {
  const host = useHost()
  const load = useCallback(() => readModels(host), [host])
  const { value: models, error } = useResource(load)
  const [chosen, setChosen] = useState<string | null>(null)
  const measuring = useMeasuring(onMeasured)
  const ready = (models ?? []).filter(({ status }) => status === 'ready')
  const model = ready.find(({ id }) => id === chosen) ?? ready[0]
  if (error !== null && !models) return <p className={settings.prose}>{error}</p>
  if (!models) return <p className={settings.prose}>{texts.models.modelsScreen.loading}</p>
  if (!model) return <p className={settings.prose}>{speedTexts.noModels}</p>
  const choose = (id: string | null) => {
    measuring.reset()
    setChosen(id)
  }
  return (
    <ModelSpeed model={model} list={list} measuring={measuring}>
      <Select
        className={classes.model}
        label={speedTexts.model}
        data={ready.map(({ id, name }) => ({ value: id, label: name }))}
        value={model.id}
        onChange={choose}
        disabled={measuring.now !== null}
        allowDeselect={false}
        searchable
      />
    </ModelSpeed>
  )
}

const videoTexts = texts.devices.video

interface HardwareVideoProps {
  list: Pick<DeviceList, 'hardware_video' | 'hardware_video_fixed'>
  canChoose: boolean
  onChoose(mode: Mode): void
}

/** Hardware decoding of video: the switch, and the decoders of this machine. */
function HardwareVideo({ list, canChoose, onChoose }: HardwareVideoProps) {
  const { hardware_video, hardware_video_fixed } = list
  return (
    <>
      <Switch
        classNames={{ root: classes.video, description: classes.facts }}
        // The description is part of Mantine's label too; here it is the description only.
        aria-label={videoTexts.decode}
        label={videoTexts.decode}
        description={hardware_video_fixed && canChoose ? videoTexts.fixed : videoTexts.decodeHint}
        checked={hardware_video === 'decode'}
        disabled={hardware_video_fixed || !canChoose}
        onChange={(e) => onChoose(e.currentTarget.checked ? 'decode' : 'off')}
      />
      <Decoders />
    </>
  )
}

/** Requested apart from the devices: a driver may take seconds to answer. */
function Decoders() {
  const host = useHost()
  const load = useCallback(async () => (await host.api('devices.list', { query: { video: true } })).video ?? [], [host])
  const { value: decoders, error } = useResource(load)
  if (!decoders) {
    return (
      <p className={`${settings.prose} ${classes.note}`} role="status">
        {error ?? videoTexts.detecting}
      </p>
    )
  }
  return (
    <ul className={`${settings.prose} ${classes.decoders}`} aria-label={videoTexts.decoders}>
      {sentencesOf(decoders).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** One sentence for each interface with its codecs, then the reasons of the others, each once. */
function sentencesOf(decoders: readonly VideoDecoder[]): string[] {
  const usable = decoders.filter((one) => one.usable)
  const found = [...new Set(usable.map(({ name }) => name))].map((name) =>
    videoTexts.decodes(name, usable.flatMap((one) => (one.name === name ? CODEC_NAMES[one.codec] : [])).join(', ')),
  )
  const reasons = decoders.flatMap(({ reason, text }) =>
    reason === null ? [] : [messageText({ message: reason, ...(text && { text }) })],
  )
  return [...(found.length > 0 ? found : [videoTexts.none]), ...new Set(reasons)]
}
