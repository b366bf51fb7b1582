/** The counts of a run. Every figure opens the events behind it. */
import type { LineCount, RunCounts, ZoneCount } from '../../../../shared/domain/event.ts'
import { formatDuration } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { briefly } from '../../../parts/run/records/evidence/evidence-text.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import type { EventFilter } from '../events/event-filter.ts'
import { ALL_EVENTS } from '../events/event-filter.ts'
import classes from './counts.module.css'

type OnShow = ((filter: EventFilter) => void) | undefined

export function Counts({ counts, onShow }: { counts: RunCounts; onShow?: OnShow }) {
  return (
    <div className={classes.counts} data-tour="counts">
      {counts.lines.map((line) => (
        <LineCard key={`${line.node_id} ${line.name}`} line={line} onShow={onShow} />
      ))}
      {counts.zones.map((zone) => (
        <ZoneCard key={`${zone.node_id} ${zone.name}`} zone={zone} onShow={onShow} />
      ))}
    </div>
  )
}

function LineCard({ line, onShow }: { line: LineCount; onShow: OnShow }) {
  const show = (direction: string, className: string | null = null) =>
    onShow && (() => onShow({ ...ALL_EVENTS, type: 'line_crossing', geometry: line.name, direction, className }))
  return (
    <table className={classes.card}>
      <caption>{line.name}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">A → B</th>
          <th scope="col">B → A</th>
        </tr>
      </thead>
      <tbody>
        <tr className={classes.total}>
          <th scope="row">{texts.runs.words.all}</th>
          <Figure value={line.a_to_b} onClick={show('a_to_b')} />
          <Figure value={line.b_to_a} onClick={show('b_to_a')} />
        </tr>
        {byName(line.by_class).map(([name, count]) => (
          <tr key={name}>
            <th scope="row">
              <ClassDot name={name} />
            </th>
            <Figure value={count.a_to_b} onClick={show('a_to_b', name)} />
            <Figure value={count.b_to_a} onClick={show('b_to_a', name)} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ZoneCard({ zone, onShow }: { zone: ZoneCount; onShow: OnShow }) {
  const show = (className: string | null) =>
    onShow && (() => onShow({ ...ALL_EVENTS, type: 'zone_entry', geometry: zone.name, className }))
  return (
    <table className={classes.card}>
      <caption>
        {zone.name} <small>{texts.runs.panels.counts.atMost(zone.peak_occupancy)}</small>
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{texts.runs.panels.counts.visits}</th>
          <th scope="col">{texts.runs.panels.counts.timeInside}</th>
        </tr>
      </thead>
      <tbody>
        <tr className={classes.total}>
          <th scope="row">{texts.runs.words.all}</th>
          <Figure value={zone.visits} onClick={show(null)} />
          <Stay seconds={zone.dwell_s} />
        </tr>
        {byName(zone.by_class).map(([name, count]) => (
          <tr key={name}>
            <th scope="row">
              <ClassDot name={name} />
            </th>
            <Figure value={count.visits} onClick={show(name)} />
            <Stay seconds={count.dwell_s} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const byName = <T,>(record: Record<string, T>) => Object.entries(record).sort(([a], [b]) => a.localeCompare(b))

/** Short durations keep a decimal, because rounded values would not add up. */
const Stay = ({ seconds }: { seconds: number }) => (
  <td data-zero={seconds === 0 || undefined}>
    {seconds > 0 && seconds < 60 ? briefly(seconds) : formatDuration(seconds)}
  </td>
)

function Figure({ value, onClick }: { value: number; onClick: (() => void) | undefined }) {
  return (
    <td data-zero={value === 0 || undefined}>
      {onClick && value > 0 ? (
        <button type="button" onClick={onClick} title={texts.runs.panels.counts.show}>
          {formatCount(value)}
        </button>
      ) : (
        formatCount(value)
      )}
    </td>
  )
}
