/** An entry of the ledger. */
import type { LedgerEntry } from '../../../../shared/api/usage.ts'
import { formatCreditChange } from '../../../base/format/credits.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import table from '../../../base/ui/record-table.module.css'
import { texts } from '../../../texts/texts.ts'
import { noteOf, subjectOf } from './entry-text.ts'

const words = texts.usage.ledger

export function EntryRow({ entry }: { entry: LedgerEntry }) {
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
