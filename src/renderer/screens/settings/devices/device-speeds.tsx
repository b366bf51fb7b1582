/** The speed of a chosen model on every device. */
import { Select } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { DeviceList, DeviceMeasurement } from '../../../../shared/api/devices.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { ModelSpeed } from '../../../parts/model/devices/model-speed.tsx'
import { useMeasuring } from '../../../parts/model/devices/use-measuring.ts'
import { texts } from '../../../texts/texts.ts'
import settings from '../settings.module.css'
import classes from './devices.module.css'

const words = texts.devices.speed

interface DeviceSpeedsProps {
  list: DeviceList
  onMeasured(measurement: DeviceMeasurement): void
}

export function DeviceSpeeds({ list, onMeasured }: DeviceSpeedsProps) {
  const host = useHost()
  const load = useCallback(() => readModels(host), [host])
  const { value: models, error } = useResource(load)
  const [chosen, setChosen] = useState<string | null>(null)
  const measuring = useMeasuring(onMeasured)
  const ready = (models ?? []).filter(({ status }) => status === 'ready')
  const model = ready.find(({ id }) => id === chosen) ?? ready[0]
  if (error !== null && !models) return <p className={settings.prose}>{error}</p>
  if (!models) return <p className={settings.prose}>{texts.models.modelsScreen.loading}</p>
  if (!model) return <p className={settings.prose}>{words.noModels}</p>
  const choose = (id: string | null) => {
    measuring.reset()
    setChosen(id)
  }
  return (
    <ModelSpeed model={model} list={list} measuring={measuring}>
      <Select
        className={classes.model}
        label={words.model}
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
