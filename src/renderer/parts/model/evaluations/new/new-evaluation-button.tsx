/** The button that opens the dialog of a new evaluation, and the form in it. */
import {
  Button,
  type ButtonProps,
  Group,
  Modal,
  NumberInput,
  type NumberInputProps,
  Select,
  Tooltip,
} from '@mantine/core'
import { type FormEvent, useCallback, useState } from 'react'
import type { DatasetExport } from '../../../../../shared/api/exports.ts'
import type { ModelEvaluation } from '../../../../../shared/api/model-evaluations.ts'
import type { Model } from '../../../../../shared/api/models.ts'
import { formatExactCredits } from '../../../../base/format/credits.ts'
import { GuideLink } from '../../../../base/guide/guide-link.tsx'
import { useHost } from '../../../../base/host/host-context.ts'
import { readModels } from '../../../../base/host/read-models.ts'
import { useReadOnly } from '../../../../base/host/server-state.tsx'
import { hrefOf, navigate } from '../../../../base/navigation/route.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { NotLoaded, useResource } from '../../../../base/ui/resource.tsx'
import { texts } from '../../../../texts/texts.ts'
import { classNamesOf } from '../../models/model-facts.ts'
import { firstClassesOf, isEvaluable } from '../evaluation-text.ts'
import classes from '../evaluations.module.css'
import { ExportChoice } from './export-choice.tsx'

interface NewEvaluationButtonProps extends ButtonProps {
  start?: Proposal
  label?: string
}

/** Opens the new evaluation. Stays visible for a role that only reads, with the reason. */
export function NewEvaluationButton({ start = {}, label, ...button }: NewEvaluationButtonProps) {
  const [opened, setOpened] = useState(false)
  const readOnly = useReadOnly()
  const refused = readOnly === null ? null : texts.evaluations.list.viewer
  return (
    <>
      <Tooltip label={refused} disabled={refused === null} multiline maw={300}>
        <Button
          {...button}
          aria-disabled={refused !== null || undefined}
          aria-description={refused ?? undefined}
          data-disabled={refused !== null || undefined}
          onClick={() => refused === null && setOpened(true)}
        >
          {label ?? texts.evaluations.list.new}
        </Button>
      </Tooltip>
      <Modal opened={opened} onClose={() => setOpened(false)} title={texts.evaluations.list.new} size="lg">
        <NewEvaluationForm
          start={start}
          onCancel={() => setOpened(false)}
          onStarted={({ id }) => navigate({ screen: 'evaluation', evaluationId: id })}
        />
      </Modal>
    </>
  )
}

const words = texts.evaluations.create
const DATASETS = 1000
const USUAL = 0.5

interface Proposal {
  modelId?: string
  datasetId?: string
}

interface NewEvaluationFormProps {
  start: Proposal
  onCancel(): void
  onStarted(evaluation: ModelEvaluation): void
}

/** The form of a new evaluation: a model, an export of a data set, and thresholds. */
function NewEvaluationForm({ start, onCancel, onStarted }: NewEvaluationFormProps) {
  const host = useHost()
  const load = useCallback(async () => {
    const [models, datasets] = await Promise.all([
      readModels(host),
      host.api('datasets.list', { query: { limit: DATASETS } }),
    ])
    return { models: models.filter(isEvaluable), datasets: datasets.data }
  }, [host])
  const { value: known, error: failure, reload } = useResource(load)
  const [modelId, setModelId] = useState(start.modelId ?? null)
  const [datasetId, setDatasetId] = useState(start.datasetId ?? null)
  const [chosen, setChosen] = useState<DatasetExport | null>(null)
  const [iou, setIou] = useState<number | string>(USUAL)
  const [confidence, setConfidence] = useState<number | string>(USUAL)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  if (!known) return <NotLoaded title={words.title} error={failure} reload={reload} />
  if (known.models.length === 0) {
    return (
      <>
        <p className={classes.note}>{words.noModels}</p>
        <Group justify="flex-end" mt="md">
          <Button component="a" variant="default" href={hrefOf({ screen: 'models' })}>
            {words.toModels}
          </Button>
        </Group>
      </>
    )
  }
  if (known.datasets.length === 0) {
    return (
      <p className={classes.note}>
        {words.noDatasets} <GuideLink page="data" />
      </p>
    )
  }

  const model = known.models.find(({ id }) => id === modelId) ?? null
  const dataset = known.datasets.find(({ id }) => id === datasetId) ?? null
  const isIou = isBetween(iou) && iou > 0
  const isConfidence = isBetween(confidence)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!model || !chosen || !isIou || !isConfidence) return
    setBusy(true)
    setProblem(null)
    try {
      const body = {
        model_id: model.id,
        export_id: chosen.id,
        iou_threshold: iou,
        confidence_threshold: confidence,
      }
      onStarted(await host.api('modelEvaluations.create', { body }))
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Select
        label={words.model}
        description={words.modelHint}
        data={known.models.map(({ id, name }) => ({ value: id, label: name }))}
        value={model?.id ?? null}
        onChange={setModelId}
        error={tried && !model ? words.chooseModel : null}
        allowDeselect={false}
        searchable
        data-autofocus
      />
      <Select
        label={words.dataset}
        data={known.datasets.map(({ id, name, image_count }) => ({
          value: id,
          label: words.datasetFacts(name, image_count),
        }))}
        value={dataset?.id ?? null}
        onChange={(id) => {
          setDatasetId(id)
          setChosen(null)
        }}
        error={tried && !dataset ? words.chooseDataset : null}
        allowDeselect={false}
        searchable
      />
      {dataset && (
        <ExportChoice
          key={dataset.id}
          datasetId={dataset.id}
          value={chosen}
          onChange={setChosen}
          error={tried && !chosen ? words.chooseExport : null}
        />
      )}
      {model && chosen && <ClassNotes model={model} chosen={chosen} />}
      <div className={classes.thresholds}>
        <NumberInput
          label={words.iou}
          description={words.iouHint}
          value={iou}
          onChange={setIou}
          error={tried && !isIou ? words.badIou : null}
          {...LIMITS}
        />
        <NumberInput
          label={words.confidence}
          description={words.confidenceHint}
          value={confidence}
          onChange={setConfidence}
          error={tried && !isConfidence ? words.badThreshold : null}
          {...LIMITS}
        />
      </div>
      {chosen && <PriceNote images={chosen.image_count} />}
      {problem !== null && (
        <p className={classes.error} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.start}
        </Button>
      </Group>
    </form>
  )
}

const LIMITS: Pick<NumberInputProps<number>, 'step' | 'decimalScale' | 'clampBehavior' | 'inputWrapperOrder'> = {
  step: 0.05,
  decimalScale: 3,
  clampBehavior: 'none',
  // The fields stay side by side, however long the explanations are.
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
}

const isBetween = (value: number | string): value is number => typeof value === 'number' && value >= 0 && value <= 1

/** The price of an evaluation by the plan; nothing where it is free. */
function PriceNote({ images }: { images: number }) {
  const host = useHost()
  const { value: usage } = useResource(useCallback(() => host.api('organizations.usage', {}), [host]))
  const price = usage?.prices.find(({ kind, unit }) => kind === 'model_evaluation' && unit === 'images')
  if (!price) return null
  const { micro_usd } = price
  return (
    <p className={classes.note}>
      {texts.evaluations.create.price(formatExactCredits(micro_usd * images), formatExactCredits(micro_usd))}
    </p>
  )
}

/** Names the classes of an export that a model does not know. */
function ClassNotes({ model, chosen }: { model: Model; chosen: DatasetExport }) {
  const known = new Set(classNamesOf(model))
  const missing = chosen.classes.filter((name) => !known.has(name))
  if (known.size === 0 || missing.length === 0) return null
  if (missing.length === chosen.classes.length) return <p className={classes.warning}>{words.noCommonClass}</p>
  return <p className={classes.warning}>{words.missingClasses(firstClassesOf(missing))}</p>
}
