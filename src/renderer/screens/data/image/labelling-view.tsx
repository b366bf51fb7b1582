/** The canvas of an image with its conflicts, and one panel beside it: comments, history or facts. */
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { AnnotationComment } from '../../../../shared/api/annotation-comments.ts'
import type { DatasetClass } from '../../../../shared/api/datasets.ts'
import type { ImageRevision } from '../../../../shared/api/image-annotations.ts'
import type { AnnotationType } from '../../../../shared/domain/annotation.ts'
import { classColor } from '../../../../shared/domain/class-color.ts'
import { formatBytes, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import type { Resource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { withOneOutline } from '../annotation-outbox/labelled-image.ts'
import type { OpenLabels } from '../annotation-outbox/use-labelled-image.ts'
import { imageUrl, nameOf } from '../grid/image-cell.tsx'
import type { ImageActions } from '../labelling/commands/command.ts'
import { isPending, type LabelClass, type Labelled } from '../labelling/document/document.ts'
import { LabellingCanvas } from '../labelling/labelling-canvas.tsx'
import type { LabellingStage } from '../labelling/stage/stage.ts'
import { CommentsPanel } from './comments-panel.tsx'
import { ConflictBar, operationsOf } from './conflict-bar.tsx'
import { HistoryPanel } from './history-panel.tsx'
import classes from './image.module.css'
import { createOutliner } from './outliner.ts'
import type { OpenImage } from './use-image.ts'

const words = texts.data.label

export type SidePanel = 'comments' | 'history' | 'facts'

interface LabellingViewProps {
  datasetId: string
  /** True when the list is that of images with proposals. */
  isReview: boolean
  open: OpenImage
  labels: OpenLabels
  annotations: readonly Labelled[]
  classList: readonly DatasetClass[]
  comments: Resource<AnnotationComment[]>
  /** Why the annotations can't be changed; null when they can. */
  refused: string | null
  panel: SidePanel | null
  stage: LabellingStage | null
  actions: ImageActions
  onStage(stage: LabellingStage): void
  /** Called once the annotations of the image are on its stage. */
  onOpened(imageId: string, stage: LabellingStage): void
  onPanel(panel: SidePanel | null): void
  onAddClass(name: string, type: AnnotationType): void
}

const { image: factWords, words: names } = texts.data

/** What is known of an image. */
function ImageFacts({ open: { summary, image } }: { open: OpenImage }) {
  return (
    <FactList layout="card" label={texts.data.label.panels.facts} className={classes.facts}>
      <Fact name={factWords.file}>{summary.filename}</Fact>
      <Fact name={factWords.directory}>{summary.directory_path}</Fact>
      <Fact name={factWords.size}>{factWords.pixels(summary.width, summary.height)}</Fact>
      <Fact name={factWords.bytes}>{formatBytes(image.size_bytes)}</Fact>
      <Fact name={names.split}>{names.splits[summary.split ?? 'none']}</Fact>
      <Fact name={factWords.added}>
        <span title={formatFullDate(image.created_at)}>{formatWhen(image.created_at)}</span>
      </Fact>
      {summary.is_archived && <Fact name={factWords.list}>{texts.data.filters.archived}</Fact>}
    </FactList>
  )
}

interface Viewed {
  revision: ImageRevision
  annotations: readonly Labelled[]
}

export function LabellingView(props: LabellingViewProps) {
  const { open, labels, annotations, comments, refused, panel, stage, onPanel } = props
  const host = useHost()
  const { image, state } = labels
  const { summary } = open
  const list = useMemo(() => labelClasses(props.classList, annotations), [props.classList, annotations])
  const selected = useSelected(stage)
  useFirstProposal(stage, props.isReview)
  const { onStage, onOpened } = props
  const imageId = summary.id
  const take = useCallback(
    (opened: LabellingStage) => {
      onStage(opened)
      onOpened(imageId, opened)
    },
    [onStage, onOpened, imageId],
  )
  const [viewed, setViewed] = useState<Viewed | null>(null)
  const params = { image_id: summary.id }

  const view = async (revision: ImageRevision | null) => {
    if (revision === null) return setViewed(null)
    try {
      const read = await host.api('imageAnnotations.revision', {
        params: { ...params, revision: String(revision.revision) },
      })
      setViewed({ revision, annotations: read.annotations.map(withOneOutline) })
    } catch (error) {
      toastError(words.history.notLoaded, error)
    }
  }
  const restore = async ({ revision }: Viewed) => {
    try {
      await host.api('imageAnnotations.restore', { params: { ...params, revision: String(revision.revision) } })
      await image.reload()
      setViewed(null)
    } catch (error) {
      toastError(words.history.notRestored, error)
    }
  }
  const leave = () => {
    onPanel(null)
    setViewed(null)
  }
  const [conflict] = viewed ? [] : state.unresolved
  const settle = (own: boolean) => {
    if (!conflict) return
    if (own && stage) {
      const operations = operationsOf(conflict)
      stage.document.gesture(operations)
    }
    void image.resolve(conflict.opId)
  }
  const outliner = useMemo(
    () => createOutliner({ host, datasetId: props.datasetId, image: summary }),
    [host, props.datasetId, summary],
  )
  const select = (id: string) => {
    stage?.document.select([id])
    stage?.reveal(id)
  }
  return (
    <div className={classes.screen} data-panel={panel ?? undefined}>
      <div className={classes.canvas}>
        {viewed && (
          <section className={classes.conflict} aria-label={words.panels.history}>
            <p role="status">{words.history.viewing(formatWhen(viewed.revision.created_at))}</p>
            <Button size="compact-sm" variant="default" onClick={() => setViewed(null)}>
              {words.history.back}
            </Button>
            {refused === null && (
              <Button size="compact-sm" disabled={state.waiting > 0} onClick={() => void restore(viewed)}>
                {words.history.restore}
              </Button>
            )}
          </section>
        )}
        <ConflictBar
          unresolved={viewed ? [] : state.unresolved}
          annotations={annotations}
          onKeep={() => settle(false)}
          onUse={() => settle(true)}
        />
        <div className={classes.fill}>
          <LabellingCanvas
            image={{
              url: imageUrl(host.info.files_base, summary.id),
              width: summary.width,
              height: summary.height,
              name: nameOf(summary),
            }}
            classes={list}
            annotations={viewed?.annotations ?? annotations}
            readOnly={refused !== null || viewed !== null}
            onOperations={(operations) => image.emit(operations)}
            outliner={outliner}
            onStage={take}
            onAddClass={refused === null ? props.onAddClass : undefined}
            actions={{
              ...props.actions,
              comment: () => onPanel('comments'),
              ...(conflict && { keepTheirs: () => settle(false), useMine: () => settle(true) }),
            }}
          />
        </div>
      </div>
      {panel && (
        <aside className={classes.side} aria-label={words.panels[panel]}>
          <header className={classes.sideHead}>
            <h2>{words.panels[panel]}</h2>
            <ActionIcon aria-label={words.panels.close} onClick={leave}>
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          </header>
          {panel === 'facts' && <ImageFacts open={open} />}
          {panel === 'comments' && (
            <CommentsPanel
              imageId={summary.id}
              comments={comments}
              annotations={annotations}
              selected={selected}
              refused={refused}
              onSelect={select}
            />
          )}
          {panel === 'history' && (
            <HistoryPanel
              imageId={summary.id}
              revision={state.revision}
              viewed={viewed?.revision.revision ?? null}
              onView={(revision) => void view(revision)}
            />
          )}
        </aside>
      )}
    </div>
  )
}

/** Selects the least confident proposal once, when the images are opened to review them. */
function useFirstProposal(stage: LabellingStage | null, isReview: boolean): void {
  useEffect(() => {
    if (!stage || !isReview) return
    const [first] = stage.document.ordered.filter(isPending).sort((a, b) => (a.confidence ?? 1) - (b.confidence ?? 1))
    if (!first) return
    stage.document.select([first.id])
    stage.reveal(first.id)
    stage.focus()
  }, [stage, isReview])
}

/** The id of the selected annotation, when there is one alone. */
function useSelected(stage: LabellingStage | null): string | null {
  const [selected, setSelected] = useState<string | null>(null)
  useEffect(() => {
    if (!stage) return
    const read = () => {
      const [id, ...more] = stage.document.selection
      setSelected(id !== undefined && more.length === 0 ? id : null)
    }
    read()
    return stage.document.subscribe(read)
  }, [stage])
  return selected
}

/** The classes of the data set by name, and those that only annotations have. */
function labelClasses(known: readonly DatasetClass[], annotations: readonly Labelled[]): LabelClass[] {
  const byName = new Map<string, LabelClass>()
  for (const { name, type, color } of known) {
    const before = byName.get(name)
    byName.set(name, { name, color: before?.color ?? color, type: before && before.type !== type ? null : type })
  }
  for (const { name } of annotations) {
    if (!byName.has(name)) byName.set(name, { name, type: null, color: classColor(name) })
  }
  return [...byName.values()]
}
