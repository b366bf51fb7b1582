/** Why each count counted, and what looked like one and was none. */
import { SegmentedControl, Select } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Evidence, NEAR_MISS_REASONS, type NearMisses } from '../../../shared/domain/evidence.ts'
import { formatCount } from '../../messages/plural.ts'
import { ClassDot } from '../../ui/class-dot.tsx'
import { formatTimecode } from '../../ui/format.ts'
import { type Column, VirtualTable, type VirtualTableHandle } from '../../ui/virtual-table.tsx'
import { directionText } from '../events/cumulative.ts'
import { useInspected } from '../inspector/inspector-store.ts'
import type { Inspection } from '../inspector/use-inspection.ts'
import panel from '../panels/panel.module.css'
import classes from './evidence-panel.module.css'
import { briefly, decisiveTime } from './evidence-text.ts'

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'counted', label: 'Counted' },
  { value: 'missed', label: 'Near misses' },
]

export function EvidencePanel({ inspection }: { inspection: Inspection }) {
  const { inspector, evidence, showEvidence } = inspection
  const [place, setPlace] = useState<string | null>(null)
  const [kind, setKind] = useState('all')
  const places = useMemo(
    () => [...new Set([...evidence.all, ...evidence.nearMisses].map((e) => e.geometry))],
    [evidence],
  )
  const rows = useMemo(
    () =>
      evidence.all
        .filter(
          (e) => (place === null || e.geometry === place) && (kind === 'all' || e.counted === (kind === 'counted')),
        )
        .sort((a, b) => decisiveTime(a) - decisiveTime(b)),
    [evidence, place, kind],
  )
  const chosen = useInspected(inspector, (s) => s.evidence)
  const current = chosen === null ? -1 : rows.indexOf(chosen)
  const table = useRef<VirtualTableHandle>(null)
  useEffect(() => {
    if (current >= 0) table.current?.scrollToRow(current)
  }, [current])
  const columns = useMemo(() => columnsOf((row) => rows[row] as Evidence), [rows])
  const misses = evidence.nearMisses.filter((m) => place === null || m.geometry === place)
  return (
    <div className={panel.panel}>
      <div className={panel.tools}>
        <SegmentedControl aria-label="Which evidence" data={KINDS} value={kind} onChange={setKind} />
        <Select
          className={panel.filter ?? ''}
          aria-label="Place"
          placeholder="All places"
          data={places}
          value={place}
          clearable
          onChange={setPlace}
        />
      </div>
      <div className={panel.fill}>
        <VirtualTable
          label="Evidence"
          handle={table}
          columns={columns}
          rowCount={rows.length}
          onRow={(row) => showEvidence(rows[row] as Evidence)}
          current={current}
          minWidth={500}
          empty={evidence.error ?? (evidence.done ? 'There is no such evidence.' : 'Reading…')}
        />
      </div>
      {misses.length > 0 && kind !== 'counted' && <Misses misses={misses} />}
      <p className={panel.foot} role="status">
        {formatCount(rows.filter((e) => e.counted).length)} counted,{' '}
        {formatCount(rows.filter((e) => !e.counted).length)} near misses
        {evidence.done ? '' : ', reading…'}
      </p>
    </div>
  )
}

const columnsOf = (at: (row: number) => Evidence): Column[] => [
  { key: 'time', title: 'Time', width: '76px', cell: (row) => formatTimecode(decisiveTime(at(row))) },
  { key: 'place', title: 'Place', width: 'minmax(90px, 1fr)', cell: (row) => at(row).geometry },
  {
    key: 'class',
    title: 'Class',
    width: 'minmax(104px, 0.9fr)',
    cell: (row) => <ClassDot name={at(row).class_name} />,
  },
  { key: 'track', title: 'Track', width: '60px', align: 'right', cell: (row) => at(row).track_id },
  { key: 'verdict', title: 'Verdict', width: 'minmax(150px, 1.6fr)', cell: (row) => <Verdict of={at(row)} /> },
]

function Verdict({ of: e }: { of: Evidence }) {
  const text = e.counted
    ? e.kind === 'line'
      ? `Counted ${directionText(e.direction ?? '')}`
      : `Visit of ${briefly(e.dwell_s)}`
    : e.reason
      ? NEAR_MISS_REASONS[e.reason]
      : 'Not counted'
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

/** How often each reason occurred: of many alike only the first are kept in full. */
function Misses({ misses }: { misses: readonly NearMisses[] }) {
  return (
    <ul className={classes.misses} aria-label="Near misses by reason">
      {misses.map((m) => (
        <li key={`${m.node_id} ${m.geometry} ${m.reason}`}>
          <b>{formatCount(m.seen)}</b>
          <span>
            {m.geometry}: {NEAR_MISS_REASONS[m.reason]}
            {m.seen > m.kept && (
              <small>
                {' '}
                The first {formatCount(m.kept)} are kept, {formatCount(m.seen - m.kept)} are left out.
              </small>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
