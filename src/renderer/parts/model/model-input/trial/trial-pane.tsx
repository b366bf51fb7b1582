/** The answers of the model on a picture: with the options as saved, and with those being changed. */
import { ActionIcon, Button, Group, Loader, Select, Slider, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhoto } from '@tabler/icons-react'
import { type DragEvent, useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import type { PreviewDetection } from '../../../../../shared/engine-contract/preview.ts'
import { formatDecimal } from '../../../../base/format/format.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { useResource } from '../../../../base/ui/resource.tsx'
import { texts } from '../../../../texts/texts.ts'
import { DetectionsOverlay } from '../../../studio/media-frame/detections-overlay.tsx'
import classes from '../model-input.module.css'
import {
  type Answer,
  type NotAnswered,
  type Picture,
  type Specimen,
  specimenOfDataset,
  specimenOfFile,
  type Trial,
  usePicking,
} from './trial.ts'

const words = texts.modelInput.trial
/** That of the model block. */
const USUAL_CONFIDENCE = 0.25

interface TrialPaneProps {
  trial: Trial
  source: PickedSource | null
  isChanged: boolean
  onChoose(specimen: Specimen): void
}

export function TrialPane({ trial, source, isChanged, onChoose }: TrialPaneProps) {
  const { specimen, picture, stored, tried, busy } = useStore(trial.store)
  const [least, setLeast] = useState(USUAL_CONFIDENCE)
  const [isOver, setOver] = useState(false)
  const picking = usePicking(onChoose)
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      // The screen behind takes models.
      event.stopPropagation()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) void picking.take(file)
    },
  }
  const failed = !picture && stored && !stored.ok ? stored.reason : null
  const shared = { picture, pictureName: specimen?.name ?? '', least }
  return (
    <section className={classes.trial} aria-label={words.title} data-over={isOver || undefined} {...drop}>
      <div className={classes.trialBar}>
        <SpecimenChoice
          specimen={specimen}
          source={source}
          busy={picking.busy !== null}
          onPick={() => void picking.pick()}
          onChoose={onChoose}
        />
        <span className={classes.state} role="status">
          {picking.busy !== null && words.sending(picking.busy)}
          {picking.busy === null && busy && (
            <>
              <Loader size={12} /> {words.running}
            </>
          )}
        </span>
      </div>
      {picking.problem !== null && (
        <p role="alert" data-problem>
          {picking.problem}
        </p>
      )}
      {failed !== null && (
        <p role="alert" data-problem>
          {words.failed}: {failed}
        </p>
      )}
      {!specimen && <p className={classes.empty}>{words.empty}</p>}
      {picture && (
        <>
          <div className={classes.answers} data-two={isChanged || undefined}>
            <AnswerView {...shared} picture={picture} title={words.stored} answer={stored} isOld={false} />
            {isChanged && <AnswerView {...shared} picture={picture} title={words.tried} answer={tried} isOld={busy} />}
          </div>
          <div className={classes.confidence}>
            <span id="trial-confidence">{words.confidence}</span>
            <Slider
              flex={1}
              size="sm"
              min={0.05}
              max={0.95}
              step={0.05}
              label={null}
              thumbLabel={words.confidence}
              value={least}
              onChange={setLeast}
            />
            <span className="figures">{formatDecimal(least, 2)}</span>
          </div>
        </>
      )}
    </section>
  )
}

const NAMED = 4

interface AnswerViewProps {
  title: string
  /** Null while it is pending. */
  answer: Answer | null
  picture: Picture
  pictureName: string
  /** Detections below are left out. */
  least: number
  /** A newer answer is pending. */
  isOld: boolean
}

/** One answer of a model, drawn over the picture and said in words. */
function AnswerView({ title, answer, picture, pictureName, least, isOld }: AnswerViewProps) {
  const { url, size } = picture
  const kept = answer?.ok ? answer.detections.filter(({ confidence }) => confidence >= least) : []
  return (
    <figure className={classes.answer} aria-label={title}>
      <figcaption>
        <b>{title}</b>
      </figcaption>
      <div
        className={classes.picture}
        data-old={isOld || undefined}
        style={{ '--ratio': size.width / size.height } as React.CSSProperties}
      >
        <img src={url} alt={pictureName} />
        {answer?.ok && <DetectionsOverlay size={size} kept={kept} maxLabels={30} labels={kept.length <= 30} />}
      </div>
      {answer && !answer.ok && (
        <p role="alert" data-problem>
          {words.failed}: {reasonOf(answer)}
        </p>
      )}
      {answer?.ok && (
        <p data-old={isOld || undefined}>
          {kept.length === 0 ? words.nothing : words.finds(byClass(kept))}{' '}
          <small>{words.answered(formatDecimal(answer.seconds, 2))}</small>
        </p>
      )}
    </figure>
  )
}

/** About an option, without its address in the request. */
const reasonOf = ({ reason, problem }: NotAnswered): string =>
  problem ? `${texts.modelInput.fields[problem.field]}: ${problem.text}` : reason

/** `2 car (0.91), 1 person (0.88)`: by class, with the surest of each; the surest classes first. */
function byClass(detections: readonly PreviewDetection[]): string {
  const classesFound = new Map<string, { n: number; most: number }>()
  for (const { class_name, confidence } of detections) {
    const { n, most } = classesFound.get(class_name) ?? { n: 0, most: 0 }
    classesFound.set(class_name, { n: n + 1, most: Math.max(most, confidence) })
  }
  const sorted = [...classesFound].sort(([, a], [, b]) => b.most - a.most)
  const named = sorted
    .slice(0, NAMED)
    .map(([name, { n, most }]) => words.detections(n, name, formatDecimal(most, 2)))
    .join(', ')
  return sorted.length > NAMED ? words.more(named, sorted.length - NAMED) : named
}

/** Rows per request. */
const MOST = 1000

interface SpecimenChoiceProps {
  specimen: Specimen | null
  source: PickedSource | null
  busy: boolean
  onPick(): void
  onChoose(specimen: Specimen): void
}

/** Chooses the picture on which a model is tried: a file, an image of a data set, or the source of the workflow. */
function SpecimenChoice({ specimen, source, busy, onPick, onChoose }: SpecimenChoiceProps) {
  const host = useHost()
  const load = useCallback(async () => {
    const { data } = await host.api('datasets.list', { query: { limit: MOST } })
    return data.filter(({ image_count }) => image_count > 0)
  }, [host])
  const { value: datasets } = useResource(load)
  const chosen = datasets?.find(({ id }) => id === specimen?.config.dataset_project_id)
  const place = specimen?.place
  const go = (index: number) => chosen && onChoose(specimenOfDataset(chosen, index))
  return (
    <Group gap={8} align="end">
      <Button variant="default" size="xs" leftSection={<IconPhoto size={15} />} loading={busy} onClick={onPick}>
        {specimen ? words.other : words.choose}
      </Button>
      {source && specimen?.config.gcs_uri !== source.uri && (
        <Button variant="default" size="xs" onClick={() => onChoose(specimenOfFile(source))}>
          {words.ofSource}
        </Button>
      )}
      {datasets && datasets.length > 0 && (
        <Select
          size="xs"
          aria-label={words.dataset}
          placeholder={words.dataset}
          data={datasets.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          searchable
          allowDeselect={false}
          nothingFoundMessage={texts.blocks.datasetControl.none}
          onChange={(id) => {
            const dataset = datasets.find((one) => one.id === id)
            if (dataset) onChoose(specimenOfDataset(dataset))
          }}
        />
      )}
      {place && chosen && (
        <Group gap={2} wrap="nowrap">
          <Tooltip label={words.previousImage}>
            <ActionIcon
              size={28}
              aria-label={words.previousImage}
              disabled={place.index === 0}
              onClick={() => go(place.index - 1)}
            >
              <IconChevronLeft size={15} />
            </ActionIcon>
          </Tooltip>
          <span className={classes.place}>{words.place(place.index + 1, place.of)}</span>
          <Tooltip label={words.nextImage}>
            <ActionIcon
              size={28}
              aria-label={words.nextImage}
              disabled={place.index >= place.of - 1}
              onClick={() => go(place.index + 1)}
            >
              <IconChevronRight size={15} />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    </Group>
  )
}
