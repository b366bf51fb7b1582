/** The evidence of every count, and the near misses that were not counted. */
import { SegmentedControl, Select } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Evidence, NearMisses } from '../../../../shared/domain/evidence.ts'
import { message } from '../../../../shared/messages/message.ts'
import { formatTimecode } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import panel from '../../../base/ui/panel.module.css'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../../base/ui/virtual-table.tsx'
import { useInspected } from '../../../parts/run/inspector/inspector-store.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { directionText } from '../../../parts/run/records/events/cumulative.ts'
import { briefly, decisiveTime } from '../../../parts/run/records/evidence/evidence-text.ts'
import { textOf } from '../../../texts/message-text.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './evidence-panel.module.css'

const KINDS = [
  { value: 'all', label: texts.runs.words.all },
  { value: 'counted', label: texts.runs.evidence.panel.counted },
  { value: 'missed', label: texts.runs.evidence.panel.nearMisses },
]

export function EvidencePanel({ inspection }: { inspection: Inspection }) {
  const { inspector, evidence, showEvidence } = inspection
  const [place, setPlace] = useState<string | null>(null)
  const [kind, setKind] = useState('all')
  const places = useMemo(
    () => [...new Set([...evidence.all, ...evidence.nearMisses].map((e) => e.geometry))],
    [evidence],
  )
  const byTime = useMemo(() => inTime(evidence.all), [evidence])
  const rows = useMemo(
    () =>
      byTime.filter(
        (e) => (place === null || e.geometry === place) && (kind === 'all' || e.counted === (kind === 'counted')),
      ),
    [byTime, place, kind],
  )
  const chosen = useInspected(inspector, (s) => s.evidence)
  const current = useMemo(() => (chosen === null ? -1 : rows.indexOf(chosen)), [rows, chosen])
  const table = useRef<VirtualTableHandle>(null)
  useEffect(() => {
    if (current >= 0) table.current?.scrollToRow(current)
  }, [current])
  const columns = useMemo(() => columnsOf((row) => rows[row] as Evidence, places.length > 1), [rows, places])
  const counted = useMemo(() => rows.filter((e) => e.counted).length, [rows])
  const misses = evidence.nearMisses.filter((m) => place === null || m.geometry === place)
  return (
    <div className={panel.panel}>
      <div className={panel.tools}>
        <SegmentedControl aria-label={texts.runs.evidence.panel.which} data={KINDS} value={kind} onChange={setKind} />
        <Select
          className={panel.filter ?? ''}
          aria-label={texts.runs.words.place}
          placeholder={texts.runs.events.panel.all.geometry}
          data={places}
          value={place}
          clearable
          onChange={setPlace}
        />
      </div>
      <div className={panel.fill}>
        <VirtualTable
          label={texts.runs.evidence.panel.title}
          handle={table}
          columns={columns}
          rowCount={rows.length}
          onRow={(row) => showEvidence(rows[row] as Evidence)}
          current={current}
          minWidth={500}
          empty={evidence.error ?? (evidence.done ? texts.runs.evidence.panel.none : texts.runs.words.reading)}
        />
      </div>
      {misses.length > 0 && kind !== 'counted' && <Misses misses={misses} />}
      <p className={panel.foot} role="status">
        {texts.runs.evidence.panel.foot(counted, rows.length - counted)}
        {evidence.done ? '' : texts.runs.words.andReading}
      </p>
    </div>
  )
}

/** Sorts by decisive time, which is computed once per record because some records need their path. */
const inTime = (all: readonly Evidence[]): Evidence[] =>
  all
    .map((evidence) => ({ evidence, timeS: decisiveTime(evidence) }))
    .sort((a, b) => a.timeS - b.timeS)
    .map(({ evidence }) => evidence)

/** The place column appears only when there are several places, to leave room for the verdict. */
const columnsOf = (at: (row: number) => Evidence, severalPlaces: boolean): Column[] => [
  { key: 'time', title: texts.runs.words.time, width: '76px', cell: (row) => formatTimecode(decisiveTime(at(row))) },
  ...(severalPlaces
    ? [
        {
          key: 'place',
          title: texts.runs.words.place,
          width: 'minmax(90px, 1fr)',
          cell: (row: number) => at(row).geometry,
        },
      ]
    : []),
  {
    key: 'class',
    title: texts.runs.words.className,
    width: 'minmax(96px, 0.8fr)',
    cell: (row) => <ClassDot name={at(row).class_name} />,
  },
  { key: 'track', title: texts.runs.words.track, width: '60px', align: 'right', cell: (row) => at(row).track_id },
  {
    key: 'verdict',
    title: texts.runs.evidence.panel.verdict,
    width: 'minmax(170px, 1.9fr)',
    cell: (row) => <Verdict of={at(row)} />,
  },
]

function Verdict({ of: e }: { of: Evidence }) {
  const text = e.counted
    ? e.kind === 'line'
      ? texts.runs.evidence.panel.countedWay(directionText(e.direction ?? ''))
      : texts.runs.evidence.panel.visitOf(briefly(e.dwell_s))
    : e.reason
      ? textOf(message(`near_miss.${e.reason}`))
      : texts.runs.evidence.panel.notCounted
  return (
    <span className={classes.verdict} title={text}>
      {e.counted ? (
        <IconCircleCheck size={14} className={classes.good} aria-hidden />
      ) : (
        <IconCircleDashed size={14} className={classes.miss} aria-hidden />
      )}
      <span>{text}</span>
    </span>
  )
}

/** The number of near misses per reason; only the first of many are kept in full. */
function Misses({ misses }: { misses: readonly NearMisses[] }) {
  return (
    <ul className={classes.misses} aria-label={texts.runs.evidence.panel.byReason}>
      {misses.map((m) => (
        <li key={`${m.node_id} ${m.geometry} ${m.reason}`}>
          <b>{formatCount(m.seen)}</b>
          <span>
            {m.geometry}: {textOf(message(`near_miss.${m.reason}`))}
            {m.seen > m.kept && <small> {texts.runs.evidence.panel.left(m.kept, m.seen - m.kept)}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}
