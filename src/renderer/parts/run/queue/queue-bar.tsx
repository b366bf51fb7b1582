/** The queue bar: the active run, the number of queued runs with an estimate, and the switch that pauses the queue. */
import { Button, Tooltip } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { formatBytes, formatTimeLeft } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'
import { useLabelsOf } from '../labels/use-labels.ts'
import { progressShare } from '../progress/progress-panel.tsx'
import type { QueueEstimate } from './queue-estimate.ts'
import classes from './runs-table.module.css'
import type { EngineNow, Queue } from './use-queue.ts'

interface QueueBarProps {
  queue: Queue
  now: EngineNow
  /** Null when the queue is unknown. */
  estimate: QueueEstimate | null
}

export function QueueBar({ queue: { ids, paused, setPaused }, now, estimate }: QueueBarProps) {
  const words = texts.runs.queueBar
  const waiting = ids.length === 0 ? words.noneWaits : words.waits(ids.length)
  return (
    <>
      <EngineStrip now={now} />
      {(ids.length > 0 || paused) && (
        <section className={classes.strip} aria-label={words.label}>
          <span role="status">{paused ? words.paused(waiting) : words.going(waiting)}</span>
          <small>{paused ? words.pausedHint : estimate ? wholeText(estimate) : words.oneByOne}</small>
          <Button
            variant="default"
            leftSection={paused ? <IconPlayerPlayFilled size={13} /> : <IconPlayerPauseFilled size={13} />}
            onClick={() => setPaused(!paused)}
          >
            {paused ? words.resume : words.pause}
          </Button>
        </section>
      )}
    </>
  )
}

function wholeText({ secondsLeft, unknown }: QueueEstimate): string {
  const words = texts.runs.queueBar
  if (secondsLeft === 0 && unknown > 0) return words.unknown(unknown)
  const left = formatTimeLeft(secondsLeft)
  return unknown > 0 ? words.atLeast(left, unknown) : words.whole(left)
}

/** A line about the active run: its name, its progress, and the engine's load on this computer. */
function EngineStrip({ now: { load, running } }: { now: EngineNow }) {
  const words = texts.runs.engineLoad
  const { name } = useLabelsOf(running?.id ?? '')
  if (load.run_id === null) return null
  const share = running ? progressShare(running) : null
  const left = running?.progress.seconds_left ?? null
  const percent = Math.round(load.cpu_share * 100)
  return (
    <section className={classes.strip} aria-label={words.label}>
      <div className={classes.now}>
        <span>{words.running}</span>
        {running && <a href={hrefOf({ screen: 'run', runId: running.id })}>{name ?? running.workflow_name}</a>}
        <span>
          {share === null ? words.starting : `${Math.floor(share * 100)} %`}
          {left !== null && share !== null && ` · ${formatTimeLeft(left)}`}
        </span>
      </div>
      <div className={classes.load}>
        <Tooltip label={`${words.cpuHint}, ${words.processes(load.processes)}`}>
          <span>
            <i aria-hidden="true">
              <b style={{ width: `${percent}%` }} />
            </i>
            <em>{words.cpu(percent)}</em>
          </span>
        </Tooltip>
        <span>{words.memory(formatBytes(load.memory_bytes))}</span>
      </div>
    </section>
  )
}
