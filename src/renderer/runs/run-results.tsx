/** The body of a run page: on the left what to look at, on the right what to read. */
import { Tabs } from '@mantine/core'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Artifact, LogLine, WorkflowRun } from '../../shared/domain/run.ts'
import { isTerminal } from '../../shared/domain/run.ts'
import { useHost } from '../shell/host.ts'
import { plural } from '../ui/format.ts'
import { cumulate } from './events/cumulative.ts'
import { ALL_EVENTS, type EventFilter } from './events/event-filter.ts'
import { EventsPanel } from './events/events-panel.tsx'
import { useEvents } from './events/use-events.ts'
import { BlocksPanel } from './panels/blocks-panel.tsx'
import { Counts } from './panels/counts.tsx'
import { CountsChart } from './panels/counts-chart.tsx'
import { CsvPanel } from './panels/csv-panel.tsx'
import { FailurePanel } from './panels/failure-panel.tsx'
import { FilesPanel } from './panels/files-panel.tsx'
import { JsonPanel } from './panels/json-panel.tsx'
import { LogPanel } from './panels/log-panel.tsx'
import { ProgressPanel } from './panels/progress-panel.tsx'
import { createPlayback } from './player/playback.ts'
import { VideoPlayer } from './player/video-player.tsx'
import classes from './run-screen.module.css'
import type { RunBlocks } from './use-run-blocks.ts'

interface RunResultsProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  log: readonly LogLine[]
  blocks: RunBlocks
  onRunAgain: (() => void) | null
}

export function RunResults({ run, artifacts, log, blocks, onRunAgain }: RunResultsProps) {
  const { info } = useHost()
  const { id } = run
  const urlOf = useCallback(
    (a: Artifact) => `${info.files_base}/runs/${encodeURIComponent(id)}/${encodeURIComponent(a.id)}`,
    [info.files_base, id],
  )
  const [playback] = useState(createPlayback)
  const events = useEvents(artifacts, urlOf)
  const settled = useDeferredValue(events)
  const [filter, setFilter] = useState(ALL_EVENTS)
  const [tab, setTab] = useState<string | null>(null)

  const ended = isTerminal(run.status)
  const duration = run.media?.duration_seconds ?? 0
  const cumulative = useMemo(() => cumulate(settled.items, duration), [settled, duration])
  const marks = useMemo(() => settled.items.filter(isMark).map((e) => e.timeS), [settled])
  const of = (kind: Artifact['kind']) => artifacts.filter((a) => a.kind === kind)
  const [picture, csv, json, logFile] = [of('annotated_video')[0], of('csv'), of('json'), of('log')[0]]
  const hasCounts = run.counts.lines.length + run.counts.zones.length > 0
  const hasEvents = ended && (events.items.length > 0 || (hasCounts && csv.length + json.length > 0))

  const show = (wanted: EventFilter) => {
    setFilter(wanted)
    setTab('events')
  }
  const panels: [string, ReactNode, ReactNode][] = []
  if (hasEvents) {
    panels.push(['events', 'Events', <EventsPanel key="e" {...{ events, filter, playback }} onFilter={setFilter} />])
  }
  if (csv.length > 0) panels.push(['csv', 'CSV', <CsvPanel key="c" artifacts={csv} {...{ urlOf, playback }} />])
  if (json.length > 0) panels.push(['json', 'JSON', <JsonPanel key="j" artifacts={json} urlOf={urlOf} />])
  if (ended) panels.push(['files', 'Files', <FilesPanel key="f" {...{ artifacts, urlOf }} />])
  panels.push(['blocks', 'Blocks', <BlocksPanel key="b" {...{ run, blocks }} />])
  panels.push(['log', 'Log', <LogPanel key="l" url={logFile ? urlOf(logFile) : null} live={log} blocks={blocks} />])
  const fallback = ended ? (run.status === 'error' ? 'log' : panels[0]?.[0]) : 'blocks'
  const current = panels.some(([key]) => key === tab) ? tab : (fallback ?? 'log')

  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        {!ended && <ProgressPanel run={run} />}
        {ended && run.status !== 'completed' && <FailurePanel {...{ run, blocks, onRunAgain }} />}
        {picture && <Picture artifact={picture} src={urlOf(picture)} {...{ run, playback, marks }} />}
        {hasCounts && <Counts counts={run.counts} {...(hasEvents ? { onShow: show } : {})} />}
        {cumulative.series.length > 0 && <CountsChart counts={cumulative} playback={playback} />}
        {run.status === 'completed' && !picture && !hasCounts && (
          <p className={classes.quiet}>
            This run wrote {plural(artifacts.length, 'file')}. Add a visualize block and a video sink to see it here.
          </p>
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

const isMark = ({ type }: { type: string }) => type === 'line_crossing' || type === 'zone_entry'

interface PictureProps {
  artifact: Artifact
  src: string
  run: WorkflowRun
  playback: ReturnType<typeof createPlayback>
  marks: readonly number[]
}

function Picture({ artifact, src, run, playback, marks }: PictureProps) {
  const { width = 16, height = 9, native_fps: fps } = run.media ?? {}
  if (artifact.media_type.startsWith('image/')) {
    return <img className={classes.still} src={src} width={width} height={height} alt="Annotated result" />
  }
  return <VideoPlayer {...{ src, width, height, playback, marks }} fps={fps ?? 30} />
}
