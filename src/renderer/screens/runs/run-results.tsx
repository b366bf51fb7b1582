/** The body of a run page: the player on the left, the panels on the right. */

import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Artifact, LogLine, WorkflowRun } from '../../../shared/domain/run.ts'
import { isTerminal } from '../../../shared/domain/run.ts'
import { useInspection } from '../../parts/run/inspector/use-inspection.ts'
import { playedUrl, useOverlayMediaOf } from '../../parts/run/player/overlay-media.ts'
import { ProgressPanel } from '../../parts/run/progress/progress-panel.tsx'
import classes from '../../parts/run/progress/run-page.module.css'
import type { RunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import { useArtifactUrl } from '../../parts/run/records/use-records.ts'
import { texts } from '../../texts/texts.ts'
import { ArtifactsPanel } from './artifacts/artifacts-panel.tsx'
import { ChartsPanel } from './charts/charts-panel.tsx'
import { ALL_EVENTS, type EventFilter, filterEvents } from './events/event-filter.ts'
import { EventsPanel } from './events/events-panel.tsx'
import { EvidencePanel } from './evidence/evidence-panel.tsx'
import { InspectorPlayer } from './inspector/inspector-player.tsx'
import { NodeValuesPanel } from './inspector/node-values-panel.tsx'
import { Counts } from './panels/counts.tsx'
import { FailurePanel } from './panels/failure-panel.tsx'
import { LittleFoundNote, LowConfidenceNote } from './panels/model-notes.tsx'
import { CsvPanel, JsonPanel, LogPanel, WarningsNote } from './panels/record-panels.tsx'
import { TracksPanel } from './tracks/tracks-panel.tsx'

interface RunResultsProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  log: readonly LogLine[]
  blocks: RunBlocks
  onRunAgain: (() => void) | null
  onResume: (() => void) | null
}

export function RunResults({ run, artifacts, log, blocks, onRunAgain, onResume }: RunResultsProps) {
  const urlOf = useArtifactUrl(run.id)
  const inspection = useInspection(run, artifacts, blocks, urlOf)
  const { playback, events, settledEvents: settled, frames, evidence } = inspection
  const [filter, setFilter] = useState(ALL_EVENTS)
  const [tab, setTab] = useState<string | null>(null)

  const ended = isTerminal(run.status)
  const of = (kind: Artifact['kind']) => artifacts.filter((a) => a.kind === kind)
  const [csv, json, logFile] = [of('csv'), of('json'), of('log')[0]]
  const hasCounts = run.counts.lines.length + run.counts.zones.length > 0
  const hasEvents = ended && (events.items.length > 0 || (hasCounts && inspection.readsEvents))

  const media = useOverlayMediaOf(run, artifacts, blocks.graph, frames, urlOf)
  const hasMedia = media.source.length + media.annotated.length > 0
  /** The source of a failed run is shown when the user opens the failed frame. */
  const [opened, setOpened] = useState(false)
  const canInspect = hasMedia && (run.status === 'completed' || opened)
  const openFrame = (timeS: number) => {
    setOpened(true)
    // Aims into the frame: a seek to its edge may show the previous one, and there are no records to correct it.
    inspection.land(timeS + inspection.frameS / 2)
  }

  const show = (wanted: EventFilter) => {
    setFilter(wanted)
    setTab('events')
    const [first] = filterEvents(events.items, wanted)
    const event = first === undefined ? undefined : events.items[first]
    if (event) inspection.showEvent(event)
  }
  /** Opens the count that a step of the chart stands for, else seeks to the time. */
  const pick = (timeS: number, withinS: number) => {
    const counted = settled.items.filter((e) => isCounted(e) && Math.abs(e.timeS - timeS) <= withinS)
    const nearest = counted.sort((a, b) => Math.abs(a.timeS - timeS) - Math.abs(b.timeS - timeS))[0]
    if (nearest) inspection.showEvent(nearest)
    else playback.seek(timeS)
  }
  const panels: [string, ReactNode, ReactNode][] = []
  if (hasEvents) {
    panels.push([
      'events',
      texts.runs.events.panel.title,
      <EventsPanel
        key="e"
        events={events}
        filter={filter}
        playback={playback}
        onFilter={setFilter}
        onShow={inspection.showEvent}
      />,
    ])
  }
  if (frames.index.sightings.size > 0) {
    panels.push([
      'tracks',
      texts.runs.page.results.tracks,
      <TracksPanel key="t" inspection={inspection} src={playedUrl(media)} />,
    ])
  }
  if (evidence.all.length + evidence.nearMisses.length > 0) {
    panels.push(['evidence', texts.runs.evidence.panel.title, <EvidencePanel key="w" inspection={inspection} />])
  }
  if (csv.length > 0)
    panels.push(['csv', 'CSV', <CsvPanel key="c" artifacts={csv} urlOf={urlOf} playback={playback} />])
  if (json.length > 0) panels.push(['json', 'JSON', <JsonPanel key="j" artifacts={json} urlOf={urlOf} />])
  if (ended)
    panels.push([
      'files',
      texts.runs.page.results.files,
      <ArtifactsPanel key="f" run={run} artifacts={artifacts} blocks={blocks} urlOf={urlOf} />,
    ])
  panels.push([
    'blocks',
    texts.runs.page.results.blocks,
    <NodeValuesPanel
      key="b"
      run={run}
      blocks={blocks}
      inspection={inspection}
      logUrl={logFile ? urlOf(logFile) : null}
      log={log}
    />,
  ])
  panels.push([
    'log',
    texts.runs.panels.log.title,
    <LogPanel key="l" url={logFile ? urlOf(logFile) : null} live={log} blocks={blocks} />,
  ])
  const fallback = ended ? (run.status === 'error' ? 'log' : panels[0]?.[0]) : 'blocks'
  const current = panels.some(([key]) => key === tab) ? tab : (fallback ?? 'log')

  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        {!ended && <ProgressPanel run={run} />}
        {ended && run.status !== 'completed' && (
          <FailurePanel
            run={run}
            blocks={blocks}
            onRunAgain={onRunAgain}
            onResume={onResume}
            onOpenFrame={hasMedia ? openFrame : null}
          />
        )}
        {run.status === 'completed' && logFile && <WarningsNote url={urlOf(logFile)} onShowLog={() => setTab('log')} />}
        {run.status === 'completed' && <LittleFoundNote run={run} blocks={blocks} />}
        {canInspect && <InspectorPlayer run={run} inspection={inspection} media={media} />}
        {hasCounts && <LowConfidenceNote run={run} blocks={blocks} />}
        {hasCounts && <Counts counts={run.counts} {...(hasEvents ? { onShow: show } : {})} />}
        {ended && <ChartsPanel inspection={inspection} onPick={pick} />}
        {run.status === 'completed' && !canInspect && !hasCounts && (
          <p className={classes.quiet}>{texts.runs.page.results.wrote(artifacts.length)}</p>
        )}
      </div>
      <Tabs
        value={current}
        onChange={setTab}
        className={classes.right}
        classNames={{ list: classes.tabs, tab: classes.tab }}
      >
        <Tabs.List>
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

const isCounted = ({ type }: { type: string }) => type === 'line_crossing' || type === 'zone_entry'
