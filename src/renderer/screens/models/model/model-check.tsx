/** The check of a model: it runs on every device, and the speeds and detections are compared with the CPU's. */
import { useCallback } from 'react'
import type { DeviceMeasurement } from '../../../../shared/api/devices.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { ModelSpeed, withMeasurement } from '../../../parts/model/devices/model-speed.tsx'
import { useMeasuring } from '../../../parts/model/devices/use-measuring.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model.module.css'

const words = texts.models.modelPage

export function ModelCheck({ model }: { model: Model }) {
  const host = useHost()
  const readOnly = useReadOnly()
  const { value: list, error, reload, patch } = useResource(useCallback(() => host.api('devices.list', {}), [host]))
  const measuring = useMeasuring((made: DeviceMeasurement) => patch((before) => withMeasurement(before, made)))
  return (
    <Section title={words.check}>
      <p className={classes.prose}>{words.checkHint}</p>
      {list ? (
        <ModelSpeed model={model} list={list} measuring={measuring} refused={readOnly} />
      ) : (
        <NotLoaded title={words.check} error={error} reload={reload} />
      )}
    </Section>
  )
}
