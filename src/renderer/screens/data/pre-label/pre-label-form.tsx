/** The settings of a batch: the model, the classes to search for, the least confidence, and the review; with the price. */
import { Button, Group, MultiSelect, NumberInput, Select, Switch } from '@mantine/core'
import { type FormEvent, useCallback, useState } from 'react'
import { type BatchJob, MAX_BATCH_IMAGES } from '../../../../shared/api/auto-annotate.ts'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { Model } from '../../../../shared/api/models.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { texts } from '../../../base/messages/texts.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { classNamesOf } from '../../../parts/models/model-facts.ts'
import { countOf, type ImageSet, idsOf } from '../query/image-set.ts'
import classes from './pre-label.module.css'
import { keepChoice, lastChoice } from './pre-label-choice.ts'
import { PriceOfBatch, usePrice } from './price-of-batch.tsx'

const words = texts.data.preLabel
const USUAL_CONFIDENCE = 0.4

interface PreLabelFormProps {
  host: Host
  dataset: Dataset
  images: ImageSet
  problem: string | null
  onStart(start: () => Promise<BatchJob>): Promise<void>
  onClose(): void
}

export function PreLabelForm(props: PreLabelFormProps) {
  const { host, dataset, images } = props
  const { value, error, reload } = useResource(
    useCallback(async () => {
      const [models, ids] = await Promise.all([readModels(host), idsOf(host, dataset.id, images)])
      return { models: models.filter(({ status }) => status === 'ready'), ids }
    }, [host, dataset.id, images]),
  )
  if (!value) return <NotLoaded title={words.notLoaded} error={error} reload={reload} />
  if (value.models.length > 0) return <Settings {...props} {...value} />
  return (
    <div className={classes.step}>
      <p>{words.noModels}</p>
      <Group justify="flex-end">
        <Button component="a" href={hrefOf({ screen: 'models' })} onClick={props.onClose}>
          {words.toModels}
        </Button>
      </Group>
    </div>
  )
}

interface SettingsProps extends PreLabelFormProps {
  models: readonly Model[]
  ids: readonly string[]
}

function Settings({ host, dataset, images, problem, models, ids, onStart, onClose }: SettingsProps) {
  const [last] = useState(() => lastChoice(dataset.id))
  const known = models.find(({ id }) => id === last?.modelId)
  const [model, setModel] = useState<Model | null>(known ?? (models.length === 1 ? (models[0] ?? null) : null))
  const [chosen, setChosen] = useState<string[]>(() =>
    known ? (last?.classes ?? []) : model ? shared(model, dataset) : [],
  )
  const [confidence, setConfidence] = useState<number | string>(last?.confidence ?? USUAL_CONFIDENCE)
  const [isPending, setPending] = useState(last?.isPending ?? true)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const isTooMany = countOf(images) > MAX_BATCH_IMAGES
  const price = usePrice(host, { dataset: dataset.id, ids, modelId: isTooMany ? null : (model?.id ?? null) })
  const isConfidence = typeof confidence === 'number' && confidence >= 0 && confidence <= 1

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!model || !isConfidence) return
    setBusy(true)
    keepChoice(dataset.id, { modelId: model.id, confidence, classes: chosen, isPending })
    const body = {
      ...{ dataset_name: dataset.id, image_filenames: [...ids], model_id: model.id },
      ...{ confidence_threshold: confidence, classes: chosen.map((name) => ({ name })), as_pending: isPending },
    }
    await onStart(() => host.api('autoAnnotate.batch', { body }))
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate className={classes.step}>
      <Select
        label={words.model}
        data={models.map(({ id, name }) => ({ value: id, label: name }))}
        value={model?.id ?? null}
        error={tried && !model && words.chooseModel}
        allowDeselect={false}
        searchable
        data-autofocus
        onChange={(id) => {
          const next = models.find((one) => one.id === id) ?? null
          setModel(next)
          setChosen(next ? shared(next, dataset) : [])
        }}
      />
      {model && (
        <MultiSelect
          label={words.classes}
          description={words.classesHint}
          placeholder={chosen.length === 0 ? words.allClasses : undefined}
          data={classNamesOf(model)}
          value={chosen}
          searchable
          clearable
          limit={100}
          onChange={setChosen}
        />
      )}
      <NumberInput
        label={words.confidence}
        description={words.confidenceHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={confidence}
        step={0.05}
        decimalScale={3}
        clampBehavior="none"
        error={tried && !isConfidence && words.badConfidence}
        onChange={setConfidence}
      />
      <Switch
        label={words.pending}
        description={words.pendingHint}
        checked={isPending}
        onChange={(event) => setPending(event.currentTarget.checked)}
      />
      {model && !isTooMany && <PriceOfBatch {...price} />}
      {(isTooMany || problem !== null) && (
        <p className={classes.bad} role="alert">
          {isTooMany ? words.tooMany(MAX_BATCH_IMAGES) : problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={isTooMany || price.value?.sufficient === false}>
          {words.start}
        </Button>
      </Group>
    </form>
  )
}

/** The classes that the model and the data set share, when they are not all classes of the model. */
function shared(model: Model, dataset: Dataset): string[] {
  const known = new Set(dataset.classes.map(({ name }) => name))
  const names = classNamesOf(model)
  const both = names.filter((name) => known.has(name))
  return both.length === names.length ? [] : both
}
