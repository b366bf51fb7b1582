/** The body of a comparison: both players on one clock, their events on one time line, and the figures below. */
import { ActionIcon, Select, Tabs, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Inspected, Inspector } from '../../parts/run/inspector/inspector-store.ts'
import { LayersMenu, layersOf } from '../../parts/run/inspector/layers-menu.tsx'
import type { Inspection } from '../../parts/run/inspector/use-inspection.ts'
import { useViewCommands } from '../../parts/run/inspector/use-view-commands.ts'
import { LAYERS } from '../../parts/run/overlay/run-scene.ts'
import { stepInImages, stepInIndex } from '../../parts/run/player/frame-step.ts'
import { stillsOf } from '../../parts/run/player/overlay-media.ts'
import player from '../../parts/run/player/player.module.css'
import { PlayerControls, StillControls, usePlayer, usePlayerKeys } from '../../parts/run/player/player-controls.tsx'
import { type PlayerCommand, plays } from '../../parts/run/player/player-keys.ts'
import runScreen from '../../parts/run/progress/run-page.module.css'
import { Timeline } from '../../parts/run/timeline/timeline.tsx'
import { texts } from '../../texts/texts.ts'
import classes from './comparison/compare.module.css'
import { type Comparison, type Side, useComparison, useManifest, useTrackMatches } from './comparison/use-comparison.ts'
import { WINDOWS_S } from './matching/match-events.ts'
import { Notes } from './notes.tsx'
import { CountsPanel } from './panels/counts-panel.tsx'
import { EventsPanel } from './panels/events-panel.tsx'
import { SettingsPanel, SpeedPanel } from './panels/facts-panels.tsx'
import { TracksPanel } from './panels/tracks-panel.tsx'
import { SidePlayer } from './player/side-player.tsx'
import { usePairLanes } from './player/use-pair-lanes.ts'

const T = texts.compare.tabs

export function ComparisonBody({ a, b }: { a: Side; b: Side }) {
  const comparison = useComparison(a, b)
  const { synced, stepDifference } = comparison
  const [one, two] = [a.inspection, b.inspection]
  const matches = useTrackMatches(a, b)
  const manifests = { a: useManifest(a), b: useManifest(b) }
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => linkInspectors(one.inspector, two.inspector), [one.inspector, two.inspector])
  useEffect(() => synced.hold(), [synced])

  const [stillsA, stillsB] = [stillsOf(a.run), stillsOf(b.run)]
  /** Number of images; null unless both runs processed images. */
  const stills = stillsA !== null && stillsB !== null ? Math.max(stillsA, stillsB) : null
  const frameS = Math.min(one.frameS, two.frameS)
  const { index: indexA } = one.frames
  const { index: indexB } = two.frames
  const longer = indexB.frameCount > indexA.frameCount ? indexB : indexA
  const step = useCallback(
    (by: number) => {
      const now = synced.getTime()
      if (stills !== null) return stepInImages(longer, now, by, stills)
      return stepInIndex(indexA, now, by, one.frameS) ?? stepInIndex(indexB, now, by, two.frameS)
    },
    [synced, indexA, indexB, longer, stills, one.frameS, two.frameS],
  )
  const durationS = Math.max(one.duration, two.duration)
  const controls = usePlayer({ transport: synced, fps: 1 / frameS, durationS, box, step })
  const { obeyView } = useViewCommands(one, box)
  const lanes = usePairLanes(comparison)
  const obeyPlayer = controls.obey
  const obey = useCallback(
    (command: PlayerCommand) => {
      if (command.do === 'event') stepDifference(command.steps)
      else if (stills !== null && plays(command)) return
      else if (!obeyView(command)) obeyPlayer(command)
    },
    [stepDifference, obeyView, obeyPlayer, stills],
  )
  usePlayerKeys(obey)

  const [tab, setTab] = useState('differences')
  const panels: [string, string, ReactNode][] = [
    ['differences', T.differences, <EventsPanel key="e" comparison={comparison} />],
    ['counts', T.counts, <CountsPanel key="c" comparison={comparison} />],
    ['tracks', T.tracks, <TracksPanel key="t" comparison={comparison} matches={matches} />],
    ['settings', T.settings, <SettingsPanel key="s" a={a} b={b} manifests={manifests} />],
    ['speed', T.speed, <SpeedPanel key="v" a={a} b={b} />],
  ]
  const toggle = () => obey({ do: 'toggle' })
  return (
    <div className={classes.body}>
      <Notes a={a} b={b} manifests={manifests} />
      <div ref={box} className={`${player.player} ${classes.players}`}>
        <div className={classes.videos}>
          {[a, b].map((side, i) => (
            <SidePlayer
              key={side.run.id}
              side={side}
              comparison={comparison}
              number={i === 0 ? '1' : '2'}
              onToggle={toggle}
            />
          ))}
        </div>
        {stills === null ? (
          <>
            <Timeline
              label={texts.compare.timeline.name}
              playback={synced}
              lanes={lanes}
              duration={controls.duration}
            />
            <PlayerControls playback={synced} player={controls} obey={obey}>
              {comparison.silent.length === 0 && <MarkLegend />}
              <DifferenceButtons comparison={comparison} />
              <BothLayersMenu a={one} b={two} />
            </PlayerControls>
          </>
        ) : (
          <StillControls playback={synced} index={longer} total={stills} obey={obey}>
            <DifferenceButtons comparison={comparison} />
            <BothLayersMenu a={one} b={two} />
          </StillControls>
        )}
      </div>
      <Tabs
        value={tab}
        onChange={(value) => setTab(value ?? 'differences')}
        className={classes.tabs}
        classNames={{ list: runScreen.tabs, tab: runScreen.tab }}
      >
        <Tabs.List aria-label={T.label}>
          {panels.map(([key, title]) => (
            <Tabs.Tab key={key} value={key}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panels.map(([key, , panel]) => (
          <Tabs.Panel key={key} value={key} className={classes.panel}>
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

/** The overlay menu of both players, which share their layers. */
function BothLayersMenu({ a, b }: { a: Inspection; b: Inspection }) {
  const names = useMemo(() => {
    return [...new Set([...a.frames.index.classNames, ...b.frames.index.classNames])]
  }, [a.frames, b.frames])
  const layers = useMemo(() => {
    const offered = new Set([...layersOf(a.frames, a.scene), ...layersOf(b.frames, b.scene)])
    return LAYERS.filter((layer) => offered.has(layer))
  }, [a.frames, a.scene, b.frames, b.scene])
  return <LayersMenu inspector={a.inspector} classNames={names} layers={layers} medium="source" onMedium={null} />
}

const shared = ({ layers, trailS, hiddenClasses, view }: Inspected) => ({ layers, trailS, hiddenClasses, view })

/**
 * Synchronizes layers, classes and the view of two inspectors; the selection stays separate.
 * Copies A's state to B, then keeps both in sync. Returns a function that unlinks them.
 */
function linkInspectors(a: Inspector, b: Inspector): () => void {
  const copy = (from: Inspector, to: Inspector) => () => {
    const [theirs, own] = [shared(from.store.getState()), shared(to.store.getState())]
    const same = Object.entries(theirs).every(([name, value]) => own[name as keyof typeof own] === value)
    if (!same) to.store.setState(theirs)
  }
  copy(a, b)()
  const stops = [a.store.subscribe(copy(a, b)), b.store.subscribe(copy(b, a))]
  return () => {
    for (const stop of stops) stop()
  }
}

const timelineTexts = texts.compare.timeline

/** The legend of the time line's marks, drawn as they are there. */
function MarkLegend() {
  return (
    <ul className={classes.legend}>
      <li>
        <svg viewBox="0 0 8 14" data-only aria-hidden="true">
          <path d="M3 4h2v6H3z" />
          <circle cx="4" cy="4" r="3" />
        </svg>
        {timelineTexts.onlyA}
      </li>
      <li>
        <svg viewBox="0 0 8 14" data-only aria-hidden="true">
          <path d="M3 4h2v6H3z" />
          <circle cx="4" cy="10" r="3" />
        </svg>
        {timelineTexts.onlyB}
      </li>
      <li>
        <svg viewBox="0 0 8 14" aria-hidden="true">
          <path d="M3.4 0h1.2v14H3.4z" />
        </svg>
        {timelineTexts.both}
      </li>
    </ul>
  )
}

/** The number of differences, the time window for matching, and buttons that step through the differences. */
function DifferenceButtons({ comparison }: { comparison: Comparison }) {
  const { differences, silent, done, windowS, setWindow, stepDifference } = comparison
  const text =
    silent.length > 0
      ? timelineTexts.noEvents(silent.join(texts.compare.and))
      : done
        ? timelineTexts.differences(differences.length)
        : timelineTexts.reading
  return (
    <div className={classes.differences}>
      <span role="status">{text}</span>
      {[-1, 1].map((steps) => {
        const label = steps < 0 ? timelineTexts.previous : timelineTexts.next
        return (
          <Tooltip key={steps} label={label}>
            <ActionIcon aria-label={label} disabled={differences.length === 0} onClick={() => stepDifference(steps)}>
              {steps < 0 ? <IconPlayerSkipBack size={16} /> : <IconPlayerSkipForward size={16} />}
            </ActionIcon>
          </Tooltip>
        )
      })}
      <Select
        w={84}
        aria-label={timelineTexts.window}
        data={WINDOWS_S.map((s) => ({ value: String(s), label: timelineTexts.windowChoice(s) }))}
        value={String(windowS)}
        allowDeselect={false}
        onChange={(value) => setWindow(Number(value))}
      />
      <Tooltip label={timelineTexts.rule} multiline w={320}>
        <ActionIcon aria-label={timelineTexts.rule}>
          <IconInfoCircle size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
