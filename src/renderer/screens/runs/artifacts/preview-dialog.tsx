/** A dialog that previews a file of a run; the arrow buttons and keys open the next or previous file. */
import { ActionIcon, Modal, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { type CSSProperties, Fragment, type KeyboardEvent, useEffect, useState } from 'react'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import type { AnnotationRecord } from '../../../../shared/domain/annotation-record.ts'
import { textOn } from '../../../../shared/domain/contrast.ts'
import { type Artifact, isImage, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import { kindLabel } from '../artifact-list/artifact-kinds.ts'
import { CsvPanel, JsonPanel, LogPanel, pretty } from '../panels/record-panels.tsx'
import classes from './artifacts.module.css'

interface PreviewDialogProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  blocks: RunBlocks
  urlOf: (artifact: Artifact) => string
  /** Id of the file; null closes the dialog. */
  shown: string | null
  onShow: (id: string | null) => void
}

/** Elements that handle arrow keys themselves. */
const WALKED = 'video, input, [role="table"], [role="log"], [data-scrolled]'

export function PreviewDialog({ artifacts, blocks, urlOf, shown, onShow }: PreviewDialogProps) {
  const words = texts.runs.artifacts
  const place = artifacts.findIndex((a) => a.id === shown)
  const artifact = artifacts[place]
  const [before, after] = [artifacts[place - 1], artifacts[place + 1]]
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest(WALKED)) return
    const to = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
    if (!to) return
    event.preventDefault()
    onShow(to.id)
  }
  return (
    <Modal
      opened={artifact !== undefined}
      onClose={() => onShow(null)}
      size="min(1100px, 92vw)"
      title={artifact?.name ?? ''}
      classNames={{ content: classes.dialog ?? '', body: classes.dialogBody ?? '' }}
    >
      {artifact && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the two buttons inside
        <div className={classes.preview} onKeyDown={onKeyDown} role="presentation">
          <div className={classes.bar}>
            <span>{kindLabel(artifact)}</span>
            <span>{formatBytes(artifact.size_bytes)}</span>
            <span className={classes.place} role="status">
              {words.place(place + 1, artifacts.length)}
            </span>
            <Tooltip label={words.previous}>
              <ActionIcon aria-label={words.previous} disabled={!before} onClick={() => before && onShow(before.id)}>
                <IconChevronLeft size={17} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={words.next}>
              <ActionIcon
                aria-label={words.next}
                disabled={!after}
                data-autofocus
                onClick={() => after && onShow(after.id)}
              >
                <IconChevronRight size={17} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={words.download}>
              <ActionIcon
                component="a"
                href={urlOf(artifact)}
                download={artifact.name}
                aria-label={words.downloadOf(artifact.name)}
              >
                <IconDownload size={17} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </div>
          <div className={classes.view}>
            <ArtifactView key={artifact.id} artifact={artifact} artifacts={artifacts} blocks={blocks} urlOf={urlOf} />
          </div>
        </div>
      )}
    </Modal>
  )
}

interface ArtifactViewProps {
  artifact: Artifact
  /** All artifacts of the file's run. */
  artifacts: readonly Artifact[]
  blocks: RunBlocks
  urlOf: (artifact: Artifact) => string
}

/** Displays the contents of a file. Every artifact kind has a view. */
function ArtifactView({ artifact, artifacts, blocks, urlOf }: ArtifactViewProps) {
  const url = urlOf(artifact)
  if (isImage(artifact)) return <ImageView url={url} name={artifact.name} />
  switch (artifact.kind) {
    case 'annotated_video':
      return <Video url={url} name={artifact.name} />
    case 'csv':
      return <CsvPanel artifacts={[artifact]} urlOf={urlOf} />
    case 'json':
    case 'evidence':
      return <JsonPanel artifacts={[artifact]} urlOf={urlOf} />
    case 'annotations': {
      const urlOfImage = (name: string) => {
        const image = artifacts.find((a) => a.name === name)
        return image ? urlOf(image) : null
      }
      const show = (line: string) => <AnnotatedImage line={line} urlOf={urlOfImage} />
      return <JsonPanel artifacts={[artifact]} urlOf={urlOf} show={show} />
    }
    case 'log':
      return <LogPanel url={url} live={NO_LINES} blocks={blocks} />
    default:
      return <Text url={url} name={artifact.name} />
  }
}

const NO_LINES = [] as const

function Video({ url, name }: { url: string; name: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <p className={classes.note}>{texts.runs.artifacts.cannotPlay}</p>
  return (
    // biome-ignore lint/a11y/useMediaCaption: the contents of the video are in the run's tables
    <video className={classes.media} src={url} aria-label={name} controls onError={() => setFailed(true)} />
  )
}

function ImageView({ url, name }: { url: string; name: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <p className={classes.note}>{texts.runs.artifacts.cannotShow}</p>
  return <img className={classes.media} src={url} alt={name} onError={() => setFailed(true)} />
}

/** A longer text would slow the page down; the whole file can be downloaded. */
const TEXT_BYTES = 2 * 1024 * 1024

function Text({ url, name }: { url: string; name: string }) {
  const [read, setRead] = useState<{ text: string; whole: boolean } | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const aborter = new AbortController()
    fetch(url, { signal: aborter.signal, headers: { range: `bytes=0-${TEXT_BYTES - 1}` } })
      .then(async (response) => {
        if (!response.ok) throw new Error(texts.runs.artifacts.cannotShow)
        const total = Number(response.headers.get('content-range')?.split('/')[1] ?? 0)
        setRead({ text: await response.text(), whole: total <= TEXT_BYTES })
      })
      .catch((failure: unknown) => !aborter.signal.aborted && setError(errorText(failure)))
    return () => aborter.abort()
  }, [url])
  if (!read) return <p className={classes.note}>{error ?? texts.runs.artifacts.reading}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled with the keyboard
    <section className={classes.text} tabIndex={0} aria-label={name} data-scrolled>
      <pre>{read.whole ? pretty(read.text) : read.text}</pre>
      {!read.whole && <p>{texts.runs.artifacts.beginning(formatBytes(TEXT_BYTES))}</p>}
    </section>
  )
}

interface AnnotatedImageProps {
  /** The record's line in the file. */
  line: string
  /** Returns the URL of an image of the run; null when the image was not kept. */
  urlOf: (name: string) => string | null
}

/** An image of an annotations file, with the boxes and outlines that were written to the data set. */
export function AnnotatedImage({ line, urlOf }: AnnotatedImageProps) {
  const colorOf = useClassColor()
  const record = imageRecord(line)
  const url = record?.picture ? urlOf(record.picture) : null
  if (!record || url === null) return null
  const { width, height, annotations, filename } = record
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`
  return (
    <figure
      className={classes.image}
      style={{ aspectRatio: width / height, '--ratio': width / height } as CSSProperties}
    >
      <img src={url} alt={texts.runs.artifacts.annotatedImage(filename, annotations.length)} />
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {annotations.map((annotation) => (
          <path key={annotation.id} d={shapeOf(annotation)} stroke={colorOf(annotation.name)} />
        ))}
      </svg>
      {annotations.map(({ id, name, bounding_box: box }) => (
        <Fragment key={id}>
          {box && (
            <figcaption
              style={{
                left: share(box.x, width),
                top: share(box.y, height),
                background: colorOf(name),
                color: textOn(colorOf(name)),
              }}
            >
              {name}
            </figcaption>
          )}
        </Fragment>
      ))}
    </figure>
  )
}

/** Returns null for the header and for every line that is not an image record. */
function imageRecord(line: string): AnnotationRecord | null {
  try {
    const record = JSON.parse(line) as AnnotationRecord
    return record.record === 'image' ? record : null
  } catch {
    return null
  }
}

function shapeOf({ polygon, bounding_box: box }: Annotation): string {
  if (polygon) return polygon.paths.map((path) => `M${path.map(({ x, y }) => `${x} ${y}`).join('L')}Z`).join('')
  return box ? `M${box.x} ${box.y}h${box.w}v${box.h}h${-box.w}Z` : ''
}
