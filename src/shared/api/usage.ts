/** The use of a plan: its counted limits, its prices, and the ledger of its credits. Ours. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { paginatedList } from './endpoint.ts'

export const Price = Type.Object(
  {
    kind: Type.String({ description: 'The kind of work, such as workflow_run' }),
    unit: Type.String({ description: 'The quantity that is charged, such as frames' }),
    micro_usd: Type.Integer({ description: 'For one unit' }),
  },
  { $id: 'Price' },
)
export type Price = Static<typeof Price>

export const OrganizationUsage = Type.Object(
  {
    images: Type.Integer({ description: 'Of all data sets, archived images included' }),
    image_bytes: Type.Integer({ description: 'Size of these images' }),
    storage_bytes: Type.Integer({
      description: 'Size of images, uploads, models, exports and the files of runs, which max_storage_bytes limits',
    }),
    requests_per_hour: Type.Integer({ description: 'The limit of the plan' }),
    requests_used: Type.Integer({
      description:
        'Requests of the present hour; servers count in blocks, so up to 50 more than were made. 0 without a limit',
    }),
    requests_reset_at: Type.String(),
    prices: Type.Array(Price, { description: 'Empty where work costs nothing' }),
  },
  { $id: 'OrganizationUsage' },
)
export type OrganizationUsage = Static<typeof OrganizationUsage>

/** More may be added: a reader shows an entry of another kind by its amount. */
export const LEDGER_KINDS = [
  'allowance',
  'grant',
  'workflow_run',
  'annotation_batch',
  'model_evaluation',
  'deployment',
  'other',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** `posted`: an entry without a hold, such as an allowance. A hold ends `charged` or `released`. */
export const LEDGER_STATES = ['posted', 'held', 'charged', 'released'] as const
export type LedgerState = (typeof LEDGER_STATES)[number]

export const LedgerEntry = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: `One of ${LEDGER_KINDS.join(', ')}; more may be added` }),
    state: Type.Enum([...LEDGER_STATES]),
    amount_micro_usd: Type.Integer({
      description: 'The change of the available credits so far; negative for a charge',
    }),
    held_micro_usd: Type.Integer({ description: 'The estimate that was held when the work began; 0 without a hold' }),
    lapsed_micro_usd: Type.Integer({ description: 'The rest of the last month that an allowance replaced' }),
    measure: Type.Record(Type.String(), Type.Number(), {
      description: 'Quantities that the price was computed from, such as frames: estimated ones while held',
    }),
    run_id: nullable(Type.String()),
    workflow_name: nullable(Type.String({ description: 'Null when the run was deleted' })),
    deployment_id: nullable(Type.String({ description: 'Of uptime' })),
    deployment_name: nullable(Type.String({ description: 'Null when the deployment was deleted' })),
    created_at: Type.String(),
    settled_at: nullable(Type.String({ description: 'The end of the hold' })),
  },
  { $id: 'LedgerEntry' },
)
export type LedgerEntry = Static<typeof LedgerEntry>

export const LedgerList = paginatedList(LedgerEntry, 'LedgerList')
export type LedgerList = Static<typeof LedgerList>
