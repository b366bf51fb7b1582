/** A line about the active run: its name, its progress, and the engine's load on this computer. */
import { Tooltip } from '@mantine/core'
import { formatBytes, formatTimeLeft } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'
import { useLabelsOf } from '../labels/use-labels.ts'
import { progressShare } from '../progress/progress-panel.tsx'
import type { EngineNow } from './engine-now.ts'
import classes from './runs-table.module.css'

export function EngineStrip({ now: { load, running } }: { now: EngineNow }) {
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
