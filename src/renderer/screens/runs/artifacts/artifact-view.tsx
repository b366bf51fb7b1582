/** Displays the contents of a file. Every artifact kind has a view. */
import { useEffect, useState } from 'react'
import type { Artifact } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import { isImage } from '../artifact-list/artifact-kinds.ts'
import { CsvPanel } from '../panels/csv-panel.tsx'
import { JsonPanel, pretty } from '../panels/json-panel.tsx'
import { LogPanel } from '../panels/log-panel.tsx'
import { AnnotatedImage } from './annotated-image.tsx'
import classes from './artifacts.module.css'

interface ArtifactViewProps {
  artifact: Artifact
  /** All artifacts of the file's run. */
  artifacts: readonly Artifact[]
  blocks: RunBlocks
  urlOf: (artifact: Artifact) => string
}

export function ArtifactView({ artifact, artifacts, blocks, urlOf }: ArtifactViewProps) {
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
