/** The player of a finished run: the source video with everything that was found drawn over it. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { RunScene } from '../overlay/run-scene.ts'
import playerClasses from '../player/player.module.css'
import { PlayerControls } from '../player/player-controls.tsx'
import type { PlayerCommand } from '../player/player-keys.ts'
import { Scrubber } from '../player/scrubber.tsx'
import { usePlayer, usePlayerKeys } from '../player/use-player.ts'
import { objectLanes, placeLanes } from '../timeline/lanes.ts'
import { Timeline } from '../timeline/timeline.tsx'
import type { Frames } from '../tracks/use-frames.ts'
import classes from './inspector.module.css'
import { LAYERS, type Layer, useInspected } from './inspector-store.ts'
import { LayersMenu, type PictureKind } from './layers-menu.tsx'
import { NoFrames } from './no-frames.tsx'
import { Stage } from './stage.tsx'
import type { Inspection } from './use-inspection.ts'
import { usePainter } from './use-painter.ts'
import { panBy, WHOLE, zoomAt, zoomToPoints } from './view.ts'
import { WhyStrip } from './why-strip.tsx'

export interface Pictures {
  /** Null where the run had no video, or it is not known any more. */
  source: string | null
  annotated: string | null
}

interface InspectorPlayerProps {
  run: WorkflowRun
  inspection: Inspection
  pictures: Pictures
}

/** Part of the picture's shorter way that one press moves it by. */
const PAN_PX = 60
const NO_MARKS: readonly number[] = []

export function InspectorPlayer({ run, inspection, pictures }: InspectorPlayerProps) {
  const { inspector, playback, frames, scene, counts, frame, frameS, duration, settledEvents } = inspection
  const box = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const { src, kind, fail, fellBack, choose } = usePicture(pictures)
  const painted = usePainter({ playback, frames, scene, counts, frame, frameS, drawn: kind === 'annotated' })
  const { index } = frames

  const step = useCallback(
    (by: number) => {
      const from = index.frameAtOrBefore(playback.getTime())
      const to = from + by
      if (from < 0 || to < 0 || to >= index.frameCount) return null
      // Where frames were left out, the file's own rate leads to the ones between.
      if (index.frameNumberOf(to) - index.frameNumberOf(from) !== by) return null
      return index.middleOf(to, frameS)
    },
    [index, playback, frameS],
  )
  const player = usePlayer({ playback, fps: 1 / frameS, video, box, src: src ?? '', step })
  const { stepEvent } = inspection
  const obeyPlayer = player.obey
  const obey = useCallback(
    (command: PlayerCommand) => {
      const size = { width: stage.current?.clientWidth ?? 1, height: stage.current?.clientHeight ?? 1 }
      const middle = { x: size.width / 2, y: size.height / 2 }
      switch (command.do) {
        case 'event':
          return stepEvent(command.steps)
        case 'zoom':
          return inspector.setView((v) => zoomAt(v, 1.4 ** command.steps, middle, size, frame))
        case 'pan':
          return inspector.setView((v) => panBy(v, command.x * PAN_PX, command.y * PAN_PX, size, frame))
        case 'whole':
          return inspector.setView(() => WHOLE)
        default:
          return obeyPlayer(command)
      }
    },
    [stepEvent, inspector, frame, obeyPlayer],
  )
  usePlayerKeys(obey)
  const zoomTo = (points: readonly { x: number; y: number }[]) => {
    const size = { width: stage.current?.clientWidth ?? 1, height: stage.current?.clientHeight ?? 1 }
    inspector.setView(() => zoomToPoints(points, size, frame))
  }

  // A file may start later than at 0, which the element's own length includes.
  const long = duration > 0 ? duration : Number.isFinite(player.duration) ? player.duration : 0
  const objects = useMemo(() => objectLanes(frames.index, long), [frames, long])
  const places = useMemo(() => placeLanes(settledEvents.items, scene, long), [settledEvents, scene, long])
  const lanes = useMemo(() => [...objects, ...places], [objects, places])
  const classNames = useMemo(() => [...frames.index.classNames], [frames])
  const layers = useMemo(() => layersOf(frames, scene), [frames, scene])
  if (src === null) {
    return (
      <div className={playerClasses.failed} role="alert">
        {pictures.annotated
          ? 'Neither the source nor the annotated video can be played here. Download it under Files and open it in a video player.'
          : 'The source video is gone or can’t be played here, and this run drew none of its own.'}
      </div>
    )
  }
  const nothingToDraw = frames.done && index.frameCount === 0
  return (
    <div ref={box} className={playerClasses.player}>
      <Stage {...{ inspector, playback, frame, stage }} paint={painted} onToggle={() => obey({ do: 'toggle' })}>
        {/* biome-ignore lint/a11y/useMediaCaption: what the video shows is in the events table beside it */}
        <video
          key={src}
          ref={video}
          src={src}
          preload="auto"
          playsInline
          aria-label={kind === 'source' ? 'Source video' : 'Annotated video'}
          onError={fail}
          onPlay={player.events.onPlay}
          onPause={player.events.onPause}
          onLoadedMetadata={(event) => {
            // A file whose picture can't be decoded here may still have sound.
            if (event.currentTarget.videoWidth === 0) fail()
            else player.events.onLoadedMetadata(event)
          }}
        />
      </Stage>
      {fellBack && (
        <div className={classes.none}>
          <p>The source video is gone or can’t be played here, so this is the annotated video of the run.</p>
        </div>
      )}
      <WhyStrip inspection={inspection} hasEvents={settledEvents.items.length > 0} onZoom={zoomTo} />
      <div className={lanes.length > 0 ? classes.scrub : undefined}>
        <Scrubber playback={playback} duration={long} marks={NO_MARKS} />
      </div>
      <Timeline
        playback={playback}
        lanes={lanes}
        duration={long}
        onEvent={inspection.showEvent}
        onSeek={playback.seek}
      />
      <PlayerControls {...{ playback, player, obey }}>
        <ZoomReset inspection={inspection} />
        <LayersMenu
          inspector={inspector}
          classNames={classNames}
          layers={layers}
          picture={kind}
          onPicture={pictures.source && pictures.annotated && !fellBack ? choose : null}
        />
      </PlayerControls>
      {nothingToDraw && <NoFrames run={run} error={frames.error} />}
    </div>
  )
}

/** Layers for which the run has something to draw. */
function layersOf({ index }: Frames, { geometries }: RunScene): Layer[] {
  const found = index.frameCount > 0
  const has: Record<Layer, boolean> = {
    ...{ boxes: found, labels: found, confidence: found, trails: index.sightings.size > 0 },
    ...{ masks: index.hasMasks, keypoints: index.hasKeypoints, geometries: geometries.length > 0 },
  }
  return LAYERS.filter((layer) => has[layer])
}

function ZoomReset({ inspection: { inspector } }: { inspection: Inspection }) {
  const zoom = useInspected(inspector, (s) => Math.round(s.view.zoom * 10) / 10)
  if (zoom <= 1) return null
  return (
    <Tooltip label="Whole picture (0)">
      <ActionIcon w="auto" px={6} aria-label="Whole picture (0)" onClick={() => inspector.setView(() => WHOLE)}>
        <IconZoomReset size={16} stroke={1.7} />
        <span className={playerClasses.zoom}>{zoom}×</span>
      </ActionIcon>
    </Tooltip>
  )
}

/** The source while it can be played, else what the run drew. */
function usePicture({ source, annotated }: Pictures) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<PictureKind>('source')
  const playable = (url: string | null) => (url !== null && !failed.has(url) ? url : null)
  const kind: PictureKind = (chosen === 'source' ? playable(source) : playable(annotated) === null)
    ? 'source'
    : 'annotated'
  const src = kind === 'source' ? playable(source) : playable(annotated)
  const fail = useCallback(() => {
    if (src !== null) setFailed((now) => new Set(now).add(src))
  }, [src])
  return { src, kind, fail, fellBack: source !== null && failed.has(source), choose: setChosen }
}
