/** Chooses frames of a video that the platform has, and follows their extraction. */

import { Button, Group, NumberInput, Progress, Radio, Switch, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { VideoExtractionJob } from '../../../../shared/api/video.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { formatDuration } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import { useFollowed } from '../../studio/jobs/use-followed.ts'
import {
  estimateOf,
  type FrameChoice,
  type FrameRule,
  firstChoice,
  RULES,
  requestOf,
  type VideoLength,
} from './frame-choice.ts'
import classes from './frames.module.css'

const words = texts.data.frames

export interface FramesSource {
  /** The handle of the video. */
  uri: string
  name: string
  /** Null when it is not known. */
  length: VideoLength | null
  /** The run whose detections can decide; null without one. */
  runId: string | null
  /** Seconds of moments that the page has found. */
  moments?: readonly number[]
}

interface FramesStepProps {
  /** Resolves with the id of the data set, which may be created now. */
  datasetOf(): Promise<string>
  source: FramesSource
  rules?: readonly FrameRule[]
  onAdded(): Promise<void>
  /** Leads back to the choice of a video. */
  onOther?(): void
  /** Shown when the frames are added. */
  whenAdded?: ReactNode
}

const hasEnded = ({ status }: VideoExtractionJob): boolean => status !== 'processing'

/** A name of a directory: without slashes and the ending of the file. */
const directoryOf = (name: string): string =>
  cutText(
    name
      .replace(/\.[^.]+$/, '')
      .replaceAll(/[/\\]/g, '-')
      .trim(),
    255,
  ) || 'video'

export function FramesStep({ datasetOf, source, rules = RULES, onAdded, onOther, whenAdded }: FramesStepProps) {
  const host = useHost()
  const [choice, setChoice] = useState(() => firstChoice(rules[0] ?? 'rate'))
  const [directory, setDirectory] = useState(() => directoryOf(source.name))
  const [hasProposals, setProposals] = useState(source.runId !== null)
  const [isStarting, setStarting] = useState(false)
  const read = useCallback(
    ({ job_id }: VideoExtractionJob) => host.api('video.extraction', { params: { job_id } }),
    [host],
  )
  const { now, problem, follow, clear } = useFollowed(read, hasEnded)
  const reported = useRef<string | null>(null)
  useEffect(() => {
    if (now?.status !== 'complete' || reported.current === now.job_id) return
    reported.current = now.job_id
    void onAdded()
  }, [now, onAdded])

  async function start(event: FormEvent) {
    event.preventDefault()
    setStarting(true)
    await follow(async () =>
      host.api('video.extractFrames', {
        body: {
          dataset_name: await datasetOf(),
          store_path: source.uri,
          directory_name: directory.trim(),
          sample_fps: 1,
          parent_directory_path: '/',
          selection: requestOf(choice, source),
          ...(hasProposals && source.runId !== null && { proposals_run_id: source.runId }),
        },
      }),
    )
    setStarting(false)
  }
  async function cancel(job_id: string) {
    try {
      await host.api('jobs.cancel', { params: { job_id } })
    } catch (failure) {
      toastError(words.notCancelled, failure)
    }
  }

  if (now?.status === 'processing') {
    return (
      <div className={classes.step}>
        <p role="status">{words.extracting(now.frames_extracted)}</p>
        <Progress value={now.progress * 100} size="sm" aria-label={words.progress} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void cancel(now.job_id)}>
            {texts.ui.words.cancel}
          </Button>
        </Group>
      </div>
    )
  }
  if (now?.status === 'complete') {
    return (
      <div className={classes.step}>
        <p role="status">{words.added(now.frames_extracted, now.directory_path ?? '/')}</p>
        {now.warning !== null && <p className={classes.note}>{now.warning}</p>}
        <Group justify="flex-end">
          {whenAdded}
          {onOther && (
            <Button variant="default" onClick={onOther}>
              {words.another}
            </Button>
          )}
        </Group>
      </div>
    )
  }
  const failure = now
    ? messageText({ message: now.error ?? words.failed, ...(now.text && { text: now.text }) })
    : problem
  return (
    <form className={classes.step} onSubmit={start}>
      <p>
        <b>{source.name}</b>
        {source.length && ` · ${words.length(formatDuration(source.length.durationS), source.length.frames)}`}
      </p>
      <FrameForm
        rules={rules}
        value={choice}
        video={source.length && { ...source.length, moments: source.moments?.length ?? 0 }}
        onChange={setChoice}
      />
      {source.runId !== null && (
        <Switch
          label={words.proposals}
          description={words.proposalsHint}
          checked={hasProposals}
          onChange={(event) => setProposals(event.currentTarget.checked)}
        />
      )}
      <TextInput
        size="xs"
        label={words.directory}
        description={words.directoryHint}
        maxLength={255}
        value={directory}
        onChange={(event) => setDirectory(event.currentTarget.value)}
      />
      {failure !== null && (
        <p role="alert" className={classes.bad}>
          {failure}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        {onOther && (
          <Button
            variant="default"
            onClick={() => {
              clear()
              onOther()
            }}
          >
            {words.another}
          </Button>
        )}
        <Button type="submit" loading={isStarting} disabled={directory.trim() === ''}>
          {words.extract}
        </Button>
      </Group>
    </form>
  )
}

interface FrameFormProps {
  rules: readonly FrameRule[]
  value: FrameChoice
  /** Null when it is not known. */
  video: VideoLength | null
  onChange(value: FrameChoice): void
}

type NumberKey = Exclude<keyof FrameChoice, 'by'>

interface NumberField {
  of: NumberKey
  min: number
  max: number
  step: number
  decimals: number
}

const field = (of: NumberKey, min: number, max: number, step: number, decimals = 0): NumberField => ({
  of,
  min,
  max,
  step,
  decimals,
})

const FIELDS: Record<FrameRule, readonly NumberField[]> = {
  moments: [],
  rate: [field('fps', 0.01, 60, 0.5, 2)],
  every_nth: [field('n', 1, 100_000, 1)],
  scene_changes: [field('minChange', 0, 1, 0.01, 3), field('minScene', 0, 3600, 0.1, 2)],
  differing: [field('minDifference', 0, 1, 0.01, 3), field('compared', 0.01, 60, 1, 2)],
  unsure: [field('below', 0, 1, 0.05, 2), field('count', 1, 10_000, 10), field('gap', 0, 3600, 0.5, 2)],
}

/** The rule by which frames of a video are chosen, with its settings and the number of frames where it can be known. */
function FrameForm({ rules, value, video, onChange }: FrameFormProps) {
  const estimate = video && estimateOf(value, video)
  return (
    <>
      <Radio.Group
        label={words.rule}
        value={value.by}
        onChange={(by) => onChange({ ...value, by: rules.find((rule) => rule === by) ?? value.by })}
      >
        <div className={classes.radios}>
          {rules.map((rule) => (
            <Radio key={rule} size="xs" value={rule} label={words.rules[rule]} description={words.hints[rule]} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.fields}>
        {FIELDS[value.by].map(({ of, min, max, step, decimals }) => (
          <NumberInput
            key={of}
            size="xs"
            label={words.fields[of]}
            min={min}
            max={max}
            step={step}
            decimalScale={decimals}
            clampBehavior="blur"
            value={value[of]}
            onChange={(next) => {
              if (typeof next === 'number' && next >= min && next <= max) onChange({ ...value, [of]: next })
            }}
          />
        ))}
      </div>
      <p role="status" className={classes.note}>
        {estimate === null ? words.unknown : words[estimate.kind](estimate.frames)}
      </p>
    </>
  )
}
