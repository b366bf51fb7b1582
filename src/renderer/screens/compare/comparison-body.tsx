/** The body of a comparison: both players on one clock, their events on one time line, and the figures below. */
import { Tabs } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useViewCommands } from '../../parts/run/inspector/use-view-commands.ts'
import { stepInImages, stepInIndex } from '../../parts/run/player/frame-step.ts'
import { stillsOf } from '../../parts/run/player/overlay-media.ts'
import player from '../../parts/run/player/player.module.css'
import { PlayerControls } from '../../parts/run/player/player-controls.tsx'
import { type PlayerCommand, plays } from '../../parts/run/player/player-keys.ts'
import { StillControls } from '../../parts/run/player/still-controls.tsx'
import { usePlayer, usePlayerKeys } from '../../parts/run/player/use-player.ts'
import runScreen from '../../parts/run/progress/run-page.module.css'
import { Timeline } from '../../parts/run/timeline/timeline.tsx'
import { texts } from '../../texts/texts.ts'
import classes from './comparison/compare.module.css'
import { useComparison } from './comparison/use-comparison.ts'
import { useManifest } from './comparison/use-manifest.ts'
import type { Side } from './comparison/use-side.ts'
import { useTrackMatches } from './comparison/use-track-matches.ts'
import { Notes } from './notes.tsx'
import { CountsPanel } from './panels/counts-panel.tsx'
import { EventsPanel } from './panels/events-panel.tsx'
import { SettingsPanel } from './panels/settings-panel.tsx'
import { SpeedPanel } from './panels/speed-panel.tsx'
import { TracksPanel } from './panels/tracks-panel.tsx'
import { BothLayersMenu } from './player/both-layers-menu.tsx'
import { DifferenceButtons } from './player/difference-buttons.tsx'
import { linkInspectors } from './player/link-inspectors.ts'
import { MarkLegend } from './player/mark-legend.tsx'
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
