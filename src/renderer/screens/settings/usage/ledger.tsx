/** The ledger of credits, newest first. */
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { LedgerEntry } from '../../../../shared/api/usage.ts'
import { formatCreditChange, formatCredits, formatExactCredits } from '../../../base/format/credits.ts'
import { formatFullDate, formatMonth, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Section } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { pagesUpTo } from '../pages-up-to.ts'
import classes from '../settings.module.css'

const words = texts.usage.ledger
/** The number of entries in a page: a deployment enters one a minute. */
const PAGE = 200

export function Ledger({ everyMs }: { everyMs: number }) {
  const host = useHost()
  const [shown, setShown] = useState(PAGE)
  const load = useCallback(
    () => pagesUpTo(shown, (query) => host.api('organizations.ledger', { query })),
    [host, shown],
  )
  const { value, error, reload } = useResource(load, everyMs)
  return (
    <Section title={words.title}>
      <p className={classes.prose}>{words.about}</p>
      {value === undefined && <NotLoaded title={words.failed} error={error} reload={reload} />}
      {value?.data.length === 0 && <p className={classes.prose}>{words.none}</p>}
      {value && value.data.length > 0 && (
        <RecordTable
          label={words.title}
          columns={[words.entry, words.state, { heading: words.amount, cells: 'number' }, words.time]}
        >
          {ledgerRows(value.data, value.hasMore).map((row) =>
            isUptimeDay(row) ? <UptimeRows key={row.key} day={row} /> : <EntryRow key={row.id} entry={row} />,
          )}
        </RecordTable>
      )}
      {value?.hasMore && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {words.more}
        </Button>
      )}
    </Section>
  )
}

/** The uptime of a deployment on one day: its sum, which unfolds into its minutes. */
function UptimeRows({ day: { minutes, amount_micro_usd, isPartial } }: { day: UptimeDay }) {
  const [isOpen, setOpen] = useState(false)
  const [newest] = minutes
  if (!newest) return null
  const subject = subjectOf(newest)
  const n = minutes.length
  return (
    <>
      <tr>
        <th scope="row" title={subject}>
          {subject}
          <small>
            {isPartial ? words.lastMinutes(n) : words.minutes(n)}{' '}
            <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? words.fold : words.unfold}
            </Button>
          </small>
        </th>
        <td>{words.states.posted}</td>
        <td className={table.number}>{formatCreditChange(amount_micro_usd)}</td>
        <td title={formatFullDate(newest.created_at)}>{formatWhen(newest.created_at)}</td>
      </tr>
      {isOpen && minutes.map((entry) => <EntryRow key={entry.id} entry={entry} />)}
    </>
  )
}

/** An entry of the ledger. */
function EntryRow({ entry }: { entry: LedgerEntry }) {
  const { run_id, workflow_name, state, amount_micro_usd, created_at } = entry
  const subject = subjectOf(entry)
  const note = noteOf(entry)
  return (
    <tr>
      <th scope="row" title={subject}>
        {/* A run without a name was deleted. */}
        {run_id !== null && workflow_name !== null ? (
          <a href={hrefOf({ screen: 'run', runId: run_id })}>{subject}</a>
        ) : (
          subject
        )}
        {note !== null && <small>{note}</small>}
      </th>
      <td>{words.states[state]}</td>
      <td className={table.number}>{formatCreditChange(amount_micro_usd)}</td>
      <td title={formatFullDate(created_at)}>{formatWhen(created_at)}</td>
    </tr>
  )
}

/** The minutes of a deployment's uptime on one day, which are one row of the ledger. */
interface UptimeDay {
  /** The same while older minutes are added. */
  key: string
  /** Newest first. */
  minutes: readonly LedgerEntry[]
  amount_micro_usd: number
  /** True when older minutes of the day can still follow. */
  isPartial: boolean
}

type LedgerRow = LedgerEntry | UptimeDay

const isUptimeDay = (row: LedgerRow): row is UptimeDay => 'minutes' in row

/** @param hasMore true when older entries were not read */
function ledgerRows(entries: readonly LedgerEntry[], hasMore: boolean): LedgerRow[] {
  const rows: LedgerRow[] = []
  const days = new Map<string, UptimeDay & { minutes: LedgerEntry[] }>()
  const last = entries.at(-1)
  const lastDay = hasMore && last ? dayOf(last) : null
  for (const entry of entries) {
    if (entry.deployment_id === null) {
      rows.push(entry)
      continue
    }
    const key = `${entry.deployment_id} ${dayOf(entry)}`
    const day = days.get(key)
    if (day) {
      day.minutes.push(entry)
      day.amount_micro_usd += entry.amount_micro_usd
      continue
    }
    const { amount_micro_usd } = entry
    const added = { key, minutes: [entry], amount_micro_usd, isPartial: dayOf(entry) === lastDay }
    days.set(key, added)
    rows.push(added)
  }
  // A single minute is an entry like others.
  return rows.map((row) => (isUptimeDay(row) && row.minutes.length === 1 ? (row.minutes[0] ?? row) : row))
}

/** In the time zone of the reader. */
const dayOf = ({ created_at }: LedgerEntry): string => new Date(created_at).toDateString()

const works: Readonly<Record<string, string>> = words.works
const quantities: Readonly<Record<string, (n: number) => string>> = words.quantities

/** What the entry is for. A newer server may have other kinds of work. */
function subjectOf({ kind, created_at, run_id, workflow_name, deployment_name }: LedgerEntry): string {
  if (kind === 'allowance') return words.allowance(formatMonth(created_at))
  if (kind === 'grant') return words.grant
  if (run_id !== null) return workflow_name === null ? words.deletedRun : words.run(workflow_name)
  if (deployment_name !== null) return words.uptimeOf(deployment_name)
  return works[kind] ?? words.other
}

/** The reason of the amount; null when there is nothing to add. */
function noteOf(entry: LedgerEntry): string | null {
  const { kind, state, held_micro_usd, lapsed_micro_usd, amount_micro_usd, measure } = entry
  if (kind === 'allowance') {
    const granted = formatCredits(amount_micro_usd + lapsed_micro_usd)
    return lapsed_micro_usd > 0 ? words.lapsed(granted, formatExactCredits(lapsed_micro_usd)) : null
  }
  const estimate = formatExactCredits(held_micro_usd)
  if (state === 'held') return words.held(estimate)
  if (state === 'released') return words.released(estimate)
  if (state === 'charged') return words.charged(quantityOf(measure), estimate)
  return quantityOf(measure)
}

/** Null for a measure that this version does not know. */
function quantityOf(measure: LedgerEntry['measure']): string | null {
  for (const [unit, quantity] of Object.entries(measure)) {
    const counted = quantities[unit]
    if (counted) return counted(quantity)
  }
  return null
}
