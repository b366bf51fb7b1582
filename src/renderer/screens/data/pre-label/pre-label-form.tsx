/** The settings of a batch: the model, the classes to search for, the least confidence, and the review; with the price. */
import { Button, Group, MultiSelect, NumberInput, Select, Switch, TagsInput } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type BatchJob, type BatchQuote, MAX_BATCH_IMAGES } from '../../../../shared/api/auto-annotate.ts'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { formatCredits, formatExactCredits } from '../../../base/format/credits.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import classes from '../../../base/ui/dialog-step.module.css'
import { NotLoaded, type Resource, useResource } from '../../../base/ui/resource.tsx'
import { classNamesOf } from '../../../parts/model/models/model-facts.ts'
import { texts } from '../../../texts/texts.ts'
import { countOf, type ImageSet, idsOf } from '../query/image-query.ts'
import { keepChoice, lastChoice, type PreLabelChoice, SAM3 } from './pre-label-choice.ts'

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
  return <Settings {...props} {...value} />
}

interface Priced {
  dataset: string
  ids: readonly string[]
  model_id: string | null
  classes: { name: string }[]
}

/** @param priced null while nothing can be priced */
function usePrice(host: Host, priced: Priced | null): Resource<BatchQuote | null> {
  const { dataset, ids, model_id } = priced ?? {}
  // The price depends on the classes only where each is a search of its own.
  const names = model_id === null ? JSON.stringify(priced?.classes) : '[]'
  return useResource(
    useCallback(async () => {
      if (dataset === undefined || ids === undefined) return null
      const classNames = JSON.parse(names) as Priced['classes']
      const body = { dataset_name: dataset, image_filenames: [...ids], classes: classNames, model_id: model_id ?? null }
      return host.api('autoAnnotate.quote', { body })
    }, [host, dataset, ids, model_id, names]),
  )
}

/** The price of a batch, by the plan. */
function PriceOfBatch({ value, error }: Pick<Resource<BatchQuote | null>, 'value' | 'error'>) {
  if (error !== null) {
    return (
      <p className={classes.bad} role="alert">
        {error}
      </p>
    )
  }
  if (!value) return <p className={classes.note}>{words.pricing}</p>
  const { total_images: images, estimated_credits: cost, remaining_credits: rest, sufficient } = value
  if (!sufficient) {
    return (
      <p className={classes.bad} role="alert">
        {words.tooExpensive(formatExactCredits(cost), formatCredits(rest))}
      </p>
    )
  }
  const text = cost === 0 ? words.free(images) : words.price(images, formatExactCredits(cost), formatCredits(rest))
  return <p className={classes.note}>{text}</p>
}

interface SettingsProps extends PreLabelFormProps {
  models: readonly Model[]
  ids: readonly string[]
}

function Settings({ host, dataset, images, problem, models, ids, onStart, onClose }: SettingsProps) {
  const [choice, setChoice] = useState(() => firstChoice(dataset, models))
  const [confidence, setConfidence] = useState<number | string>(choice.confidence)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { modelId, classes: chosen, isPending } = choice
  const model = models.find(({ id }) => id === modelId)
  const isSam3 = modelId === SAM3
  const isTooMany = countOf(images) > MAX_BATCH_IMAGES
  const isChosen = model !== undefined || isSam3
  const price = usePrice(host, isTooMany || !isChosen ? null : { dataset: dataset.id, ids, ...searchOf(choice) })
  const isConfidence = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  const lacksClass = isSam3 && chosen.length === 0
  const change = (part: Partial<PreLabelChoice>) => setChoice((before) => ({ ...before, ...part }))
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isReady = useRef(isChosen)
  // The dialog opened before there was a field to focus.
  useEffect(() => (isReady.current ? button : field).current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isChosen || !isConfidence || lacksClass) return
    setBusy(true)
    keepChoice(dataset.id, { ...choice, confidence })
    const body = { dataset_name: dataset.id, image_filenames: [...ids], ...searchOf(choice) }
    const results = { confidence_threshold: confidence, as_pending: isPending }
    await onStart(() => host.api('autoAnnotate.batch', { body: { ...body, ...results } }))
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate className={classes.step}>
      <Select
        ref={field}
        label={words.model}
        data={[...models.map(({ id, name }) => ({ value: id, label: name })), { value: SAM3, label: words.sam3 }]}
        value={modelId}
        error={tried && !isChosen && words.chooseModel}
        allowDeselect={false}
        searchable
        onChange={(id) => {
          const next = models.find((one) => one.id === id)
          change({ modelId: id, classes: next ? shared(next, dataset) : dataset.classes.map(({ name }) => name) })
        }}
      />
      {models.length === 0 && (
        <p className={classes.note}>
          {words.noModels} <a href={hrefOf({ screen: 'models' })}>{words.toModels}</a>
        </p>
      )}
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
          onChange={(names) => change({ classes: names })}
        />
      )}
      {isSam3 && (
        <TagsInput
          size="xs"
          label={words.texts}
          description={words.textsHint}
          data={[...new Set(dataset.classes.map(({ name }) => name))]}
          value={chosen}
          error={tried && lacksClass && words.enterText}
          onChange={(names) => change({ classes: names })}
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
        onChange={(event) => change({ isPending: event.currentTarget.checked })}
      />
      {isChosen && !isTooMany && <PriceOfBatch {...price} />}
      {(isTooMany || problem !== null) && (
        <p className={classes.bad} role="alert">
          {isTooMany ? words.tooMany(MAX_BATCH_IMAGES) : problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.ui.words.cancel}
        </Button>
        <Button
          ref={button}
          type="submit"
          loading={busy}
          disabled={isTooMany || ids.length === 0 || price.value?.sufficient === false}
        >
          {words.start}
        </Button>
      </Group>
    </form>
  )
}

/** The choice of the last time, as far as its model is still there; else the only model. */
function firstChoice(dataset: Dataset, models: readonly Model[]): PreLabelChoice {
  const last = lastChoice(dataset.id)
  const usual = { confidence: last?.confidence ?? USUAL_CONFIDENCE, isPending: last?.isPending ?? true }
  if (last && (last.modelId === SAM3 || models.some(({ id }) => id === last.modelId))) return last
  const [only, ...more] = models
  if (!only || more.length > 0) return { ...usual, modelId: null, classes: [] }
  return { ...usual, modelId: only.id, classes: shared(only, dataset) }
}

const searchOf = ({ modelId, classes: names }: PreLabelChoice) => ({
  model_id: modelId === SAM3 ? null : modelId,
  classes: names.map((name) => ({ name })),
})

/** The classes that the model and the data set share, when they are not all classes of the model. */
function shared(model: Model, dataset: Dataset): string[] {
  const known = new Set(dataset.classes.map(({ name }) => name))
  const names = classNamesOf(model)
  const both = names.filter((name) => known.has(name))
  return both.length === names.length ? [] : both
}
