/** Tries the deployment with an image that is dropped, pasted or chosen. */
import { Button, Code, CopyButton, Loader } from '@mantine/core'
import { IconCheck, IconCopy, IconPhoto, IconRefresh } from '@tabler/icons-react'
import { countBy } from 'es-toolkit/array'
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Deployment, DeploymentStatus } from '../../../../shared/api/deployments.ts'
import type { PredictionReply } from '../../../../shared/api/predictions.ts'
import type { PreviewDetection } from '../../../../shared/engine-contract/preview.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import figures from '../../../base/ui/figure-table.module.css'
import { Section } from '../../../base/ui/page.tsx'
import { DetectionsOverlay } from '../../../parts/studio/media-frame/detections-overlay.tsx'
import { MediaFrame } from '../../../parts/studio/media-frame/media-frame.tsx'
import { pickFile } from '../../../parts/studio/upload/pick-file.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './page.module.css'
import { type TriedReply, useTry } from './use-try.ts'

const words = texts.deployments.tried
/** More labels would hide the objects; their boxes have them as tooltips, and the classes are listed below. */
const MAX_LABELS = 12
const NOT_NOW: Record<DeploymentStatus, string | null> = {
  active: null,
  provisioning: words.starting,
  paused: words.notActive,
  failed: words.isFailed,
  terminated: words.notActive,
}

interface TryItProps {
  deployment: Deployment
  /** The class names of the deployed model. */
  classNames: readonly string[]
  /** The reason why this caller may not call it; null when it may. */
  refused: string | null
}

export function TryIt({ deployment, classNames, refused }: TryItProps) {
  const { image, result, error, busy, choose, again } = useTry(deployment.id)
  const [isDragging, setIsDragging] = useState(false)
  const colorOf = useMemo(() => colorsOfModel(classNames), [classNames])
  const drawn = useMemo(() => (result ? drawnPredictions(result.reply) : null), [result])
  const reason = refused ?? NOT_NOW[deployment.status]
  const take = (file: File | null | undefined) => {
    if (file && reason === null && !busy) choose(file)
  }
  usePastedImage(take)
  const drop = {
    onDragOver(event: DragEvent) {
      if (reason !== null || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsDragging(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDragging(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setIsDragging(false)
      take(event.dataTransfer.files[0])
    },
  }
  return (
    <Section title={words.title}>
      <section className={classes.tried} data-dragging={isDragging || undefined} aria-label={words.title} {...drop}>
        <div className={classes.bar}>
          <Button
            variant={image ? 'default' : 'filled'}
            leftSection={<IconPhoto size={15} />}
            disabled={reason !== null || busy}
            onClick={() => void pickFile('image/*', words.picker).then(take)}
          >
            {image ? words.other : words.choose}
          </Button>
          {image && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={15} />}
              disabled={reason !== null || busy}
              onClick={again}
            >
              {words.again}
            </Button>
          )}
          <span className={classes.dim}>{reason ?? words.drop}</span>
        </div>
        {error !== null && (
          <p className={classes.bad} role="alert">
            {words.failed}: {error}
          </p>
        )}
        <div className={classes.result} hidden={!image && (refused !== null || deployment.status === 'failed')}>
          <div className={classes.drawn}>
            <ClassColors value={colorOf}>
              <div className={classes.stage}>
                <MediaFrame
                  source={null}
                  still={image && { url: image.url, name: image.file.name }}
                  timeS={0}
                  onMoved={() => {}}
                  empty={words.empty}
                  className={classes.frame}
                >
                  {() =>
                    result &&
                    drawn && (
                      <DetectionsOverlay size={result.reply.image} kept={drawn} labels={false} maxLabels={MAX_LABELS} />
                    )
                  }
                </MediaFrame>
                {busy && (
                  <div className={classes.busy}>
                    <Loader size={14} color="#fff" aria-hidden /> {words.predicting}
                  </div>
                )}
              </div>
              <ClassCounts drawn={drawn ?? []} />
            </ClassColors>
          </div>
          <PredictionReplyView result={result} />
        </div>
      </section>
    </Section>
  )
}

/** Takes the image of the clipboard when it is pasted outside of an input. */
function usePastedImage(take: (file: File | null | undefined) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if ((event.target as HTMLElement).closest('input, textarea, [contenteditable]')) return
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

/** The classes of the drawn predictions with their numbers, most frequent first. */
function ClassCounts({ drawn }: { drawn: readonly PreviewDetection[] }) {
  const counts = Object.entries(countBy(drawn, ({ class_name }) => class_name)).sort(([, a], [, b]) => b - a)
  return (
    <ul className={classes.counts} aria-label={texts.deployments.tried.drawn}>
      {counts.map(([name, count]) => (
        <li key={name}>
          <ClassDot name={name} /> {formatCount(count)}
        </li>
      ))}
    </ul>
  )
}

/**
 * Converts the reply of a prediction call into the detections that the overlay draws, in pixels of the upright image.
 * Predictions without a box are left out.
 */
export function drawnPredictions({ predictions }: PredictionReply): PreviewDetection[] {
  return predictions.flatMap(({ bounding_box: box, class_name, confidence, polygon, keypoints }, id) => {
    if (!box) return []
    return [
      {
        id,
        parent_id: null,
        track_id: null,
        class_name,
        confidence,
        box: [box.x, box.y, box.x + box.w, box.y + box.h],
        ...(polygon && { rings: polygon.paths.map((path) => path.flatMap(({ x, y }) => [x, y])) }),
        ...(keypoints && {
          keypoints: keypoints.map((k): [number, number, number] => [k.x, k.y, k.confidence]),
        }),
      },
    ]
  })
}

/** A browser lays out longer texts slowly; outlines are long. */
const SHOWN_CHARACTERS = 100_000

/** The reply of a prediction call: its times, the classes of a classifier, and the JSON. */
function PredictionReplyView({ result }: { result: TriedReply | null }) {
  const json = result ? JSON.stringify(result.reply, null, 2) : ''
  return (
    <div className={classes.reply}>
      <div className={classes.replyBar}>
        <span role="status">
          {result ? (
            <>
              <b>{words.found(result.reply.predictions.length)}</b>{' '}
              {words.times(formatDecimal(result.reply.inference_ms, 0), formatDecimal(result.wholeMs, 0))}
            </>
          ) : (
            words.json
          )}
        </span>
        {result && (
          <CopyButton value={json}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                aria-label={copied ? texts.ui.words.copied : words.copyJson}
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? texts.ui.words.copied : texts.deployments.page.copy}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      {result && <Classes reply={result.reply} />}
      <Code block className={classes.json} tabIndex={0} role="region" aria-label={words.json}>
        {result ? json.slice(0, SHOWN_CHARACTERS) : <span className={classes.dim}>{words.noReply}</span>}
      </Code>
      {json.length > SHOWN_CHARACTERS && <p className={classes.dim}>{words.shortened}</p>}
    </div>
  )
}

/** Predictions without a box: the classes of the whole image, best first. */
function Classes({ reply }: { reply: PredictionReply }) {
  const found = reply.predictions.filter(({ bounding_box }) => !bounding_box)
  if (found.length === 0) return null
  return (
    <table className={`${figures.table} figures`} aria-label={words.classes}>
      <thead>
        <tr>
          <th scope="col">{words.class}</th>
          <th scope="col">{words.confidence}</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ class_id, class_name, confidence }) => (
          <tr key={class_id}>
            <th scope="row">{class_name}</th>
            <td>{formatDecimal(confidence, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
