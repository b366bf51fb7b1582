/** Tries the deployment with an image that is dropped, pasted or chosen. */
import { Button, Loader } from '@mantine/core'
import { IconPhoto, IconRefresh } from '@tabler/icons-react'
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Deployment, DeploymentStatus } from '../../../../shared/api/deployments.ts'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { Section } from '../../../base/ui/page.tsx'
import { DetectionsOverlay } from '../../../parts/studio/media-frame/detections-overlay.tsx'
import { MediaFrame } from '../../../parts/studio/media-frame/media-frame.tsx'
import { pickFile } from '../../../parts/studio/upload/pick-file.ts'
import { texts } from '../../../texts/texts.ts'
import { ClassCounts } from './class-counts.tsx'
import { drawnPredictions } from './drawn-predictions.ts'
import classes from './page.module.css'
import { PredictionReplyView } from './prediction-reply.tsx'
import { useTry } from './use-try.ts'

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
  /** Of the model. */
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
