/** The body of the preview: the frame with one block's results, the time line, and a sentence below. */
import { ActionIcon, Button, Select, Slider, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { DetectionsOverlay } from '../../../parts/studio/media-frame/detections-overlay.tsx'
import frame from '../../../parts/studio/media-frame/frame.module.css'
import { FrameScrubber } from '../../../parts/studio/media-frame/frame-scrubber.tsx'
import { MediaFrame } from '../../../parts/studio/media-frame/media-frame.tsx'
import { findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { useControls, useDocument, useResources } from '../session/editor-context.ts'
import { GeometryOverlay, geometriesOf } from './geometry-overlay.tsx'
import { nodeView, tellingNode, trails, viewText } from './node-view.ts'
import classes from './preview.module.css'
import { usePreview, useScenes } from './preview-context.tsx'
import { type Answer, hasMedia, type PreviewController } from './preview-controller.ts'
import { indexAt, momentOf, rateOf, type SourceImage, useSourceImages } from './source-images.ts'

interface ImageChooserProps {
  images: readonly SourceImage[]
  index: number
  onChoose(index: number): void
}

/** Limit of listed names; typing finds the rest. */
const MAX_NAMES = 50

/** Chooses the image of a data set or an export by steps, slider or name. */
function ImageChooser({ images, index, onChoose }: ImageChooserProps) {
  const words = texts.preview.images
  const last = images.length - 1
  const go = (to: number) => onChoose(Math.min(last, Math.max(0, to)))
  const onKey = (e: KeyboardEvent) => {
    if (e.target instanceof HTMLInputElement || (e.key !== ',' && e.key !== '.')) return
    e.preventDefault()
    go(index + (e.key === '.' ? 1 : -1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the controls inside
    <div onKeyDown={onKey}>
      <div className={frame.scrubber}>
        <Tooltip label={words.back}>
          <ActionIcon size={24} aria-label={words.back} disabled={index <= 0} onClick={() => go(index - 1)}>
            <IconChevronLeft size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={words.on}>
          <ActionIcon size={24} aria-label={words.on} disabled={index >= last} onClick={() => go(index + 1)}>
            <IconChevronRight size={15} />
          </ActionIcon>
        </Tooltip>
        <Slider
          className={frame.line ?? ''}
          size="sm"
          min={0}
          max={Math.max(1, last)}
          step={1}
          value={Math.min(index, last)}
          label={null}
          thumbLabel={words.which}
          disabled={last < 1}
          onChange={go}
        />
        <span className={frame.clock}>{words.place(Math.min(index, last) + 1, images.length)}</span>
      </div>
      <Select
        className={classes.imageName ?? ''}
        size="xs"
        aria-label={words.name}
        data={images.map(({ id, name }) => ({ value: id, label: name }))}
        value={images[index]?.id ?? null}
        onChange={(id) => id !== null && go(images.findIndex((p) => p.id === id))}
        allowDeselect={false}
        searchable
        limit={MAX_NAMES}
        nothingFoundMessage={words.none}
      />
    </div>
  )
}

interface PreviewBodyProps {
  controller: PreviewController
  /** The selected block; null shows the most informative one. */
  chosen: string | null
  /** Space for labels at the boxes. */
  labels: boolean
}

export function PreviewBody({ controller, chosen, labels }: PreviewBodyProps) {
  const atS = usePreview(controller, (s) => s.atS)
  const index = usePreview(controller, (s) => s.frame)
  const newest = usePreview(controller, (s) => s.answer)
  const ready = useDocument((s) => hasMedia(s.doc.graph))
  const file = useSourceFile()
  const source = file === 'reading' ? null : (file ?? null)
  const scenes = useScenes()
  const attempt = usePreview(controller, (s) => s.attempt)
  const images = useSourceImages(attempt)
  const rate = useDocument((s) => rateOf(s.doc.graph))
  const imageIndex = indexAt(atS, rate)
  const chosenImage = images?.[imageIndex]
  const still = chosenImage ?? null
  // Boxes of another time must not be drawn over this frame.
  const answer = newest?.atS === atS ? newest : null
  const nodeId = chosen ?? (newest && tellingNode(newest))
  const view = answer && nodeId !== null ? nodeView(answer, nodeId, index) : null
  const paths = useMemo(() => (answer && nodeId !== null ? trails(answer, nodeId, index) : []), [answer, nodeId, index])
  if (!ready) return <p className={classes.words}>{texts.preview.body.noVideo}</p>
  const duration = source?.video?.duration_seconds ?? 0
  const fps = source?.video?.native_fps || 25
  const timeS = answer?.preview.frames[index]?.time_s ?? atS
  return (
    <>
      <MediaFrame
        source={source}
        timeS={timeS}
        onMoved={controller.lookAt}
        onShown={(shown) => scenes?.offer(shown, still && imageIndex)}
        still={still}
        empty={emptyWords(file, images !== null)}
        className={classes.frame}
      >
        {(natural, isShown) => {
          const size = answer?.preview ?? natural
          return (
            view &&
            isShown(timeS) && (
              <>
                {answer && nodeId !== null && (
                  <GeometryOverlay geometries={geometriesOf(answer, nodeId)} size={size} small={!labels} />
                )}
                <DetectionsOverlay
                  size={size}
                  kept={view.kept}
                  dropped={view.dropped}
                  regions={view.regions}
                  trails={paths}
                  labels={labels}
                />
                {view.branch !== null && <span className={classes.branch}>{texts.preview.figures[view.branch]}</span>}
              </>
            )
          )
        }}
      </MediaFrame>
      {images !== null && images.length > 0 && (
        <ImageChooser images={images} index={imageIndex} onChoose={(to) => controller.lookAt(momentOf(to, rate))} />
      )}
      {duration > 0 && <FrameScrubber value={atS} onChange={controller.lookAt} duration={duration} fps={fps} />}
      {newest && newest.preview.frames.length > 1 && (
        <WindowSlider controller={controller} answer={newest} index={index} />
      )}
      <Problem controller={controller} />
      {newest && nodeId !== null && (
        <Words answer={newest} nodeId={nodeId} index={index} isChosen={chosen !== null} isOld={answer === null} />
      )}
    </>
  )
}

interface WindowCountsProps {
  counts: RunCounts
  /** Limits the counts to this block. */
  nodeId: string
}

/** The counts of a block's lines and zones in the previewed window. */
function WindowCounts({ counts, nodeId }: WindowCountsProps) {
  const rows = [
    ...counts.lines
      .filter((line) => line.node_id === nodeId)
      .map(({ name, a_to_b, b_to_a }) => ({ name, facts: [`A → B ${a_to_b}`, `B → A ${b_to_a}`] })),
    ...counts.zones
      .filter((zone) => zone.node_id === nodeId)
      .map(({ name, visits, peak_occupancy }) => ({
        name,
        facts: [texts.runs.words.visits(visits), texts.preview.counts.atMost(peak_occupancy)],
      })),
  ]
  if (rows.length === 0) return null
  return (
    <ul className={classes.counts} aria-label={texts.preview.counts.title}>
      {rows.map(({ name, facts }) => (
        <li key={name}>
          <b>{name}</b>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </li>
      ))}
    </ul>
  )
}

interface WordsProps {
  answer: Answer
  nodeId: string
  index: number
  isChosen: boolean
  /** True for a sentence about the previous time, shown faintly until the new one is available. */
  isOld: boolean
}

function Words({ answer, nodeId, index, isChosen, isOld }: WordsProps) {
  const { preview, graph, windowS } = answer
  const kind = graph.nodes.find((n) => n.id === nodeId)?.type ?? ''
  return (
    <div className={classes.words} data-old={isOld || undefined} data-testid="preview-words">
      <SubjectName nodeId={nodeId} isChosen={isChosen} /> {viewText(kind, nodeView(answer, nodeId, index), windowS)}
      {windowS > 0 && <WindowCounts counts={preview.counts} nodeId={nodeId} />}
    </div>
  )
}

/** Names the block whose results are shown when none is selected. */
function SubjectName({ nodeId, isChosen }: { nodeId: string; isChosen: boolean }) {
  const title = useDocument((s) => {
    const node = findNode(s.doc.graph, nodeId)
    return node ? titleOf(s.doc, node) : nodeId
  })
  return isChosen ? null : <b>{`${title}:`}</b>
}

function WindowSlider({ controller, answer, index }: { controller: PreviewController; answer: Answer; index: number }) {
  const { frames } = answer.preview
  const passed = (frames[index]?.time_s ?? answer.atS) - answer.atS
  return (
    <div className={classes.window}>
      <span>{texts.blocks.geometryEditor.window}</span>
      <Slider
        flex={1}
        size="sm"
        min={0}
        max={frames.length - 1}
        step={1}
        value={index}
        label={null}
        thumbLabel={texts.blocks.geometryEditor.frameOfWindow}
        onChange={controller.showFrame}
      />
      <span>{`+${formatDecimal(passed, 2)} s`}</span>
    </div>
  )
}

function Problem({ controller }: { controller: PreviewController }) {
  const problem = usePreview(controller, (s) => s.problem)
  const { actions } = useControls()
  if (!problem) return null
  const { message, nodeId } = problem
  return (
    <div className={classes.problem} role="alert">
      {message}
      <div>
        {nodeId !== null && (
          <Button size="compact-xs" variant="default" onClick={() => actions.showNode(nodeId)}>
            {texts.preview.body.showBlock}
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={controller.tryAgain}>
          {texts.ui.words.tryAgain}
        </Button>
      </div>
    </div>
  )
}

/** Explains why there is no image. */
function emptyWords(file: ReturnType<typeof useSourceFile>, listed: boolean): string {
  if (file === 'reading') return texts.editor.files.upload.reading
  if (file === null) return texts.editor.panels.overview.gone
  return listed ? texts.preview.images.nothing : texts.preview.images.folder
}

/** Null when the file no longer exists; undefined for sources without a file. */
function useSourceFile(): PickedSource | 'reading' | null | undefined {
  const uri = useDocument((s) => {
    const { kind, gcs_uri } = s.doc.graph.nodes.find((n) => n.type === 'source')?.config ?? {}
    return kind === 'dataset' || kind === 'export' ? undefined : gcs_uri
  })
  const known = useResources((s) => (typeof uri === 'string' ? s.sources.get(uri) : undefined))
  const lookUp = useResources((s) => s.lookUp)
  useEffect(() => {
    if (typeof uri === 'string') lookUp(uri)
  }, [uri, lookUp])
  return typeof uri === 'string' && known === undefined ? 'reading' : known
}
