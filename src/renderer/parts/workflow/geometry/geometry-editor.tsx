/** The drawing editor on a frame of the source: tools above, the list of shapes beside it, the time line below. */
import { ActionIcon, Button, Slider, Switch, Text, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconLine, IconPolygon } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import { MAX_PREVIEW_S } from '../../../../shared/engine-contract/preview.ts'
import type { FormContext } from '../../../base/blocks/form-context.ts'
import { Keys } from '../../../base/commands/keys.tsx'
import { formatDecimal } from '../../../base/format/format.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { texts } from '../../../texts/texts.ts'
import { DetectionsOverlay } from '../../studio/media-frame/detections-overlay.tsx'
import { FrameScrubber } from '../../studio/media-frame/frame-scrubber.tsx'
import { MediaFrame } from '../../studio/media-frame/media-frame.tsx'
import { freshName, type GeometryKind } from './draft.ts'
import classes from './geometry.module.css'
import { GeometryList } from './geometry-list.tsx'
import { type Chosen, GeometryStage } from './geometry-stage.tsx'
import { type LiveMoment, useLiveMoment } from './live-moment.ts'
import { ZoomPan } from './zoom-pan.tsx'

export interface GeometryEditorProps {
  value: readonly Geometry[]
  onChange(geometries: Geometry[]): void
  context: FormContext
  /** Allows only one shape of this kind; a new one replaces it. Its tool is active at first when there is none. */
  only?: GeometryKind | undefined
  onDone(): void
}

const HINTS = {
  line: texts.blocks.geometryEditor.howLine,
  zone: texts.blocks.geometryEditor.howZone,
  edit: texts.blocks.geometryEditor.howEdit,
  choose: texts.blocks.geometryEditor.howChoose,
}

interface GeometryHistory {
  /** Successive changes with the same `merge` form one step: typing a name, holding an arrow key. */
  change(next: Geometry[], merge?: string): void
  undo(): void
  redo(): void
  canUndo: boolean
  canRedo: boolean
}

type Shapes = readonly Geometry[]

/** The undo history of the drawing dialog: one step per gesture, while the workflow's history records a single edit. */
function useGeometryHistory(value: Shapes, onChange: (next: Geometry[]) => void): GeometryHistory {
  const [{ past, future }, setSteps] = useState<{ past: Shapes[]; future: Shapes[] }>({ past: [], future: [] })
  const merging = useRef<string | null>(null)
  return {
    change(next, merge) {
      const joins = merge !== undefined && merge === merging.current
      merging.current = merge ?? null
      if (!joins) setSteps({ past: [...past, value], future: [] })
      onChange(next)
    },
    undo() {
      const before = past.at(-1)
      if (!before) return
      merging.current = null
      setSteps({ past: past.slice(0, -1), future: [...future, value] })
      onChange([...before])
    },
    redo() {
      const after = future.at(-1)
      if (!after) return
      merging.current = null
      setSteps({ past: [...past, value], future: future.slice(0, -1) })
      onChange([...after])
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}

const words = texts.blocks.geometryKeys
const ARROWS = ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight']

const EDIT: [string[], string][] = [
  [['PageUp', 'PageDown'], words.choose],
  [ARROWS, words.move],
  [['Insert'], words.add],
  [['Delete'], words.remove],
]
const DRAW: [string[], string][] = [
  [ARROWS, words.cross],
  [['Space'], words.set],
  [['Enter'], words.finish],
  [['Escape'], words.stop],
]

/** Lists the keyboard shortcuts on the frame, while drawing and otherwise. */
function GeometryKeys({ drawing }: { drawing: boolean }) {
  return (
    <section className={classes.keys} aria-label={words.title}>
      <h3>{words.title}</h3>
      <dl>
        {(drawing ? DRAW : EDIT).map(([keys, what]) => (
          <div key={what}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function GeometryEditor({ value, onChange, context, only, onDone }: GeometryEditorProps) {
  const { settings } = useSettings()
  const [drawing, setDrawing] = useState<GeometryKind | null>(value.length === 0 ? (only ?? null) : null)
  const [chosen, setChosen] = useState<Chosen | null>(value.length > 0 ? { shape: 0, point: null } : null)
  const [live, setLive] = useState(settings.preview)
  const history = useGeometryHistory(value, onChange)
  const moment = useLiveMoment(context.nodeId, live)
  const { source } = context
  const duration = source?.video?.duration_seconds ?? 0
  const kinds: GeometryKind[] = only ? [only] : ['line', 'zone']

  const add = (kind: GeometryKind, points: Geometry['points']) => {
    const kept = only ? [] : [...value]
    history.change([...kept, { kind, name: freshName(kind, kept), points }])
    setChosen({ shape: kept.length, point: null })
    setDrawing(null)
  }
  const onKey = (e: KeyboardEvent) => {
    const key = e.key.toLowerCase()
    if (!(e.ctrlKey || e.metaKey) || (key !== 'z' && key !== 'y')) return
    if (key === 'z' && !e.shiftKey) history.undo()
    else history.redo()
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: undo works anywhere in the dialog
    <div className={classes.editor} onKeyDown={onKey}>
      <div className={classes.drawing}>
        <div className={classes.tools}>
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="xs"
              variant={drawing === kind ? 'filled' : 'default'}
              leftSection={kind === 'line' ? <IconLine size={15} /> : <IconPolygon size={15} />}
              aria-pressed={drawing === kind}
              onClick={() => setDrawing(drawing === kind ? null : kind)}
            >
              {kind === 'line' ? texts.blocks.geometryEditor.drawLine : texts.blocks.geometryEditor.drawZone}
            </Button>
          ))}
          <Tool label={texts.ui.words.undo} disabled={!history.canUndo} onClick={history.undo}>
            <IconArrowBackUp size={16} />
          </Tool>
          <Tool label={texts.blocks.geometryEditor.redo} disabled={!history.canRedo} onClick={history.redo}>
            <IconArrowForwardUp size={16} />
          </Tool>
          <span className={classes.hint}>{HINTS[drawing ?? (value.length === 0 ? 'choose' : 'edit')]}</span>
        </div>
        <ZoomPan>
          {(zoom) => (
            <MediaFrame
              source={source}
              timeS={moment.timeS}
              onMoved={moment.lookAt}
              empty={texts.blocks.geometryEditor.noVideo}
              className={classes.frame}
            >
              {(size, isShown) => (
                <>
                  {isShown(moment.timeS) && (
                    <DetectionsOverlay
                      size={size}
                      kept={moment.detections}
                      trails={moment.trails}
                      labels={false}
                      maxLabels={0}
                    />
                  )}
                  <GeometryStage
                    aspect={size.width / size.height}
                    zoom={zoom}
                    geometries={value}
                    firstColor={context.geometriesBefore ?? 0}
                    chosen={chosen}
                    onChoose={setChosen}
                    onChange={history.change}
                    drawing={drawing}
                    onDrawn={add}
                    onCancelDrawing={() => setDrawing(null)}
                  />
                </>
              )}
            </MediaFrame>
          )}
        </ZoomPan>
        {duration > 0 && (
          <FrameScrubber
            value={moment.atS}
            onChange={moment.lookAt}
            duration={duration}
            fps={source?.video?.native_fps || 25}
          />
        )}
        <Window moment={moment} />
      </div>
      <div className={classes.side}>
        {value.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.blocks.geometryEditor.nothing}
          </Text>
        )}
        <GeometryList
          value={value}
          onChange={history.change}
          chosen={chosen}
          onChoose={setChosen}
          context={context}
          counts={moment.counts}
        />
        <GeometryKeys drawing={drawing !== null} />
        <div>
          <Switch
            size="xs"
            label={texts.blocks.geometryEditor.follow(MAX_PREVIEW_S)}
            checked={live}
            onChange={(e) => setLive(e.currentTarget.checked)}
          />
          <Text size="xs" c={moment.problem ? 'var(--mantine-color-error)' : 'dimmed'} mt={4} mih={34} role="status">
            {liveWords(moment)}
          </Text>
        </div>
        <Button onClick={onDone} size="sm">
          {texts.blocks.geometryEditor.done}
        </Button>
      </div>
    </div>
  )
}

/** Steps through the frames of the preview window once it is loaded; its space is reserved. */
function Window({ moment }: { moment: LiveMoment }) {
  const last = Math.max(1, moment.frames - 1)
  return (
    <div className={classes.live} style={{ visibility: moment.frames > 0 ? 'visible' : 'hidden' }}>
      <span>{texts.blocks.geometryEditor.window}</span>
      <Slider
        flex={1}
        size="sm"
        min={0}
        max={last}
        step={1}
        value={Math.min(last, moment.frame)}
        label={null}
        thumbLabel={texts.blocks.geometryEditor.frameOfWindow}
        onChange={moment.showFrame}
      />
      <span>{`+${formatDecimal(Math.max(0, moment.timeS - moment.atS), 2)} s`}</span>
    </div>
  )
}

function liveWords({ state, why, problem, counts }: LiveMoment): string {
  if (problem) return problem
  if (state === 'off') return texts.blocks.geometryEditor.switchOn
  if (state === 'left_out') return why ?? texts.blocks.geometryEditor.leftOut
  if (!counts) return state === 'busy' ? texts.blocks.geometryEditor.following : ''
  return texts.blocks.geometryEditor.counted
}

interface ToolProps {
  label: string
  disabled: boolean
  onClick(): void
  children: ReactNode
}

const Tool = ({ label, disabled, onClick, children }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={texts.blocks.geometryEditor.drawing(label)} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
