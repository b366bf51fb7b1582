/** Picks the model of a block, a ready one of the platform, and its device. What a workflow file names stays visible. */
import { Anchor, Loader, Select, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { Model } from '../../../../../shared/api/models.ts'
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import { AUTO } from '../../../../../shared/domain/device.ts'
import { taskOf } from '../../../../../shared/domain/model-types.ts'
import type { ControlProps } from '../../../../base/blocks/form-context.ts'
import { formatDecimal } from '../../../../base/format/format.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { readModels } from '../../../../base/host/read-models.ts'
import { ClassDot } from '../../../../base/ui/class-dot.tsx'
import { useResource } from '../../../../base/ui/resource.tsx'
import { deviceIdLabel, deviceLabel } from '../../../../parts/model/devices/device-text.ts'
import { PixelsText } from '../../../../parts/model/model-input/input-facts.tsx'
import { openModelInput } from '../../../../parts/model/model-input/model-input-store.ts'
import { classNamesOf, figuresOf, inputSizeOf } from '../../../../parts/model/models/model-facts.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from './model-control.module.css'

const SHOWN_CLASSES = 8

interface ModelFactsCardProps {
  model: Model
  /** Measured for this block in its last run; null before the first run. */
  msPerFrame: number | null
  /** The video or image of the workflow. */
  source: PickedSource | null
}

/** Shows the facts of the chosen model: task, input, classes, and its speed in the last run on this machine. */
function ModelFactsCard({ model, msPerFrame, source }: ModelFactsCardProps) {
  const names = classNamesOf(model)
  const size = inputSizeOf(model)
  const [figure] = figuresOf(model)
  const facts: [string, string][] = [[texts.models.modelCard.task, texts.models.modelCard.tasks[taskOf(model)]]]
  facts.push([texts.models.modelCard.precision, model.precision])
  if (msPerFrame !== null && msPerFrame > 0)
    facts.push([
      texts.blocks.modelFactsCard.speed,
      texts.blocks.modelFactsCard.msPerFrame(formatDecimal(msPerFrame, 1)),
    ])
  if (figure) facts.push([figure.name, figure.value])
  return (
    <div className={classes.card} data-testid="model-card">
      {model.description && (
        <Text size="xs" lineClamp={2}>
          {model.description}
        </Text>
      )}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.models.modelCard.input}</dt>
          <dd>
            {size}
            {size && ' '}
            {model.conversion_in_use && <PixelsText inUse={model.conversion_in_use} />}{' '}
            <Anchor component="button" type="button" size="xs" onClick={() => openModelInput(model, source)}>
              {texts.modelInput.change}
            </Anchor>
          </dd>
        </div>
      </dl>
      <ul aria-label={texts.blocks.modelFactsCard.classes}>
        {names.slice(0, SHOWN_CLASSES).map((name) => (
          <li key={name}>
            <ClassDot name={name} />
          </li>
        ))}
        {names.length > SHOWN_CLASSES && <li>{texts.models.modelCard.moreClasses(names.length - SHOWN_CLASSES)}</li>}
        {names.length === 0 && <li>{texts.models.modelCard.noClasses}</li>}
      </ul>
    </div>
  )
}

export function ModelControl({ id, value, onChange, error, context }: ControlProps) {
  const host = useHost()
  const [models, setModels] = useState<readonly Model[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an import adds a model
  useEffect(() => {
    let current = true
    readModels(host).then(
      (all) => current && setModels(all),
      (e: Error) => current && setFailure(e.message),
    )
    return () => {
      current = false
    }
  }, [host, context.modelsImported])

  const chosen = models?.find((m) => m.name === value || m.id === value)
  const known = (models ?? []).map((m) => ({ value: m.name, label: m.name, disabled: m.status !== 'ready' }))
  const data =
    typeof value === 'string' && !chosen
      ? [...known, { value, label: texts.blocks.datasetControl.notFound(value) }]
      : known
  return (
    <Stack gap={4}>
      <Select
        id={id}
        size="xs"
        data={data}
        value={chosen?.name ?? (typeof value === 'string' ? value : null)}
        onChange={(v) => onChange(v ?? undefined)}
        placeholder={models ? texts.blocks.modelControl.choose : texts.models.modelsScreen.loading}
        rightSection={models || failure ? undefined : <Loader size={12} />}
        nothingFoundMessage={texts.blocks.modelControl.none}
        error={error !== null}
        clearable
        searchable
      />
      {context.getModel && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ta="left"
          onClick={() => context.getModel?.(id.slice(context.nodeId.length + 1))}
        >
          {texts.getModel.open}
        </Anchor>
      )}
      {chosen && <ModelFactsCard model={chosen} msPerFrame={context.msPerFrame ?? null} source={context.source} />}
      {failure && (
        <Text size="xs" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
    </Stack>
  )
}

/** Stands for an omitted setting: a Select has no entry without a value. */
const AS_IN_SETTINGS = 'settings'

/** Picks the device of one model block; a device named in a workflow file stays visible when it is not found. */
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
