/** Uploads a video, then chooses frames of it. */
import { Button, Group, Progress, Select } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Value } from 'typebox/value'
import { PickedSource } from '../../../../../shared/bridge/studio.ts'
import { isTerminal, type WorkflowRun } from '../../../../../shared/domain/run.ts'
import { formatBytes, formatWhen } from '../../../../base/format/format.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { errorText } from '../../../../base/ui/error-text.ts'
import { NotLoaded, useResource } from '../../../../base/ui/resource.tsx'
import { RULES_OF_RUN } from '../../../../parts/run/frames/frame-choice.ts'
import { type FramesSource, FramesStep } from '../../../../parts/run/frames/frames-step.tsx'
import { pickFile } from '../../../../parts/studio/upload/pick-file.ts'
import { sendFile } from '../../../../parts/studio/upload/send-file.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'

const words = texts.data.bring.video
const VIDEO_TYPES = 'video/*,.mkv,.mov,.avi,.ts,.m4v,.webm,.mp4'

interface VideoSourceProps {
  datasetId: string
  onAdded(): Promise<void>
  onBusy(isBusy: boolean): void
}

export function VideoSource({ datasetId, onAdded, onBusy }: VideoSourceProps) {
  const host = useHost()
  const [source, setSource] = useState<FramesSource | null>(null)
  const [sending, setSending] = useState<{ file: File; sent: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const isBusy = sending !== null
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])

  async function choose() {
    const file = await pickFile(VIDEO_TYPES, words.choose)
    if (!file) return
    const stopping = new AbortController()
    stop.current = stopping
    setProblem(null)
    setSending({ file, sent: 0 })
    try {
      const answer = await sendFile(host.info.upload_url, file, {
        purpose: 'source',
        signal: stopping.signal,
        onProgress: (sent) => setSending({ file, sent }),
      })
      if (answer !== null) setSource(sourceOf(answer, file.name))
    } catch (failure) {
      setProblem(errorText(failure))
    }
    setSending(null)
  }

  if (source) {
    return (
      <FramesStep
        key={source.uri}
        datasetOf={async () => datasetId}
        source={source}
        onAdded={onAdded}
        onOther={() => setSource(null)}
      />
    )
  }
  if (sending) {
    const { file, sent } = sending
    return (
      <div className={classes.step}>
        <p role="status">
          {sent < file.size ? words.sending(file.name, formatBytes(sent), formatBytes(file.size)) : words.reading}
        </p>
        <Progress value={(100 * sent) / Math.max(1, file.size)} size="sm" aria-label={words.progress} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => stop.current?.abort()}>
            {texts.ui.words.cancel}
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <div className={classes.step}>
      <p className={classes.note}>{words.hint}</p>
      <Group>
        <Button variant="default" leftSection={<IconVideo size={15} />} onClick={() => void choose()}>
          {words.choose}
        </Button>
      </Group>
      {problem !== null && (
        <p role="alert" className={classes.bad}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** @throws Error with a sentence for a file that is no video */
function sourceOf(answer: unknown, name: string): FramesSource {
  if (!Value.Check(PickedSource, answer) || answer.video === null) throw new Error(words.noVideo(name))
  const { duration_seconds: durationS, frame_count: frames } = answer.video
  return { uri: answer.uri, name: answer.name, length: { durationS, frames }, runId: null }
}

const runWords = texts.data.bring.run
/** Runs of one request; older ones are not offered. */
const NEWEST = 200

const isUsable = ({ status, source, inspection }: WorkflowRun): boolean =>
  isTerminal(status) && source?.kind === 'video' && source.uri !== null && inspection?.frames != null

/** Chooses a run on a video, then frames of that video: those of which its model was unsure, or by another rule. */
export function RunSource({ datasetId, onAdded }: { datasetId: string; onAdded(): Promise<void> }) {
  const host = useHost()
  const load = useCallback(
    async () => (await host.api('workflowRuns.list', { query: { limit: NEWEST } })).filter(isUsable),
    [host],
  )
  const { value: runs, error, reload } = useResource(load)
  const [runId, setRunId] = useState<string | null>(null)
  if (!runs) return <NotLoaded title={runWords.failed} error={error} reload={reload} />
  const run = runs.find(({ id }) => id === runId)
  const { source, media } = run ?? {}
  const length =
    media?.duration_seconds != null && media.frame_count != null
      ? { durationS: media.duration_seconds, frames: media.frame_count }
      : null
  return (
    <div className={classes.step}>
      <p className={classes.note}>{runs.length === 0 ? runWords.none : runWords.hint}</p>
      {runs.length > 0 && (
        <Select
          size="xs"
          label={runWords.run}
          searchable
          value={runId}
          onChange={setRunId}
          data={runs.map((one) => ({
            value: one.id,
            label: runWords.option(one.workflow_name, one.source?.name ?? '', formatWhen(one.created_at)),
          }))}
        />
      )}
      {run && source?.uri != null && (
        <FramesStep
          key={run.id}
          datasetOf={async () => datasetId}
          onAdded={onAdded}
          source={{ uri: source.uri, name: source.name, length, runId: run.id }}
          rules={RULES_OF_RUN}
          onOther={() => setRunId(null)}
        />
      )}
    </div>
  )
}
