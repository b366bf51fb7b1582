/** The evaluations, newest first, and their table with progress and figures. */
import { Checkbox, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import table from '../../../base/ui/record-table.module.css'
import { RecordTable } from '../../../base/ui/record-table.tsx'
import { useResource } from '../../../base/ui/resource.tsx'
import { RowAction } from '../../../base/ui/row-action.tsx'
import { StatusBadge } from '../../../base/ui/status-badge.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import {
  badgeOf,
  exportNameOf,
  isActive,
  type KnownNames,
  readNames,
  shareText,
  timeLeftOf,
} from './evaluation-text.ts'
import classes from './evaluations.module.css'

const words = texts.evaluations.list

interface EvaluationsTableProps {
  evaluations: readonly ModelEvaluation[]
  names: KnownNames
  onCancel(evaluation: ModelEvaluation): void
  /** The ids that are selected for a comparison; null for a table without a selection. */
  chosen: readonly string[] | null
  onChoose?(ids: readonly string[]): void
  /** True where all are of one model, which is not repeated in the rows. */
  isOfOneModel?: boolean
}

export function EvaluationsTable({ evaluations, isOfOneModel = false, onChoose, ...rest }: EvaluationsTableProps) {
  const row = { ...rest, isOfOneModel, onChoose, readOnly: useReadOnly() }
  return (
    <RecordTable
      className={classes.table}
      label={words.title}
      columns={[
        ...(isOfOneModel ? [] : [words.model]),
        words.dataset,
        words.status,
        { heading: words.map, cells: 'number' },
        { heading: words.f1, cells: 'number' },
        words.date,
        { heading: words.actions, cells: 'actions' },
      ]}
      choice={rest.chosen ? null : undefined}
    >
      {evaluations.map((evaluation) => (
        <EvaluationRow key={evaluation.id} {...row} evaluation={evaluation} />
      ))}
    </RecordTable>
  )
}

interface EvaluationRowProps extends Omit<EvaluationsTableProps, 'evaluations' | 'onChoose' | 'isOfOneModel'> {
  evaluation: ModelEvaluation
  onChoose: EvaluationsTableProps['onChoose']
  isOfOneModel: boolean
  readOnly: string | null
}

function EvaluationRow(props: EvaluationRowProps) {
  const { evaluation, names, onCancel, chosen, onChoose, isOfOneModel, readOnly } = props
  const { id, status, overall_metrics, created_at } = evaluation
  const when = created_at === null ? '' : formatWhen(created_at)
  const model = names.modelOf(evaluation)
  const dataset = names.datasetOf(evaluation)
  const exportName = exportNameOf(evaluation)
  const isChosen = chosen?.includes(id) ?? false
  return (
    <tr>
      {chosen && (
        <td>
          <Checkbox
            size="xs"
            aria-label={words.choose(words.name(model, when))}
            checked={isChosen}
            disabled={status !== 'completed' || (!isChosen && chosen.length === 2)}
            onChange={() => onChoose?.(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
          />
        </td>
      )}
      <th scope="row">
        <a className={classes.open} href={hrefOf({ screen: 'evaluation', evaluationId: id })}>
          {isOfOneModel ? dataset : model}
        </a>
        {isOfOneModel && <small>{exportName}</small>}
      </th>
      {!isOfOneModel && (
        <td className={table.long}>
          {dataset}
          <small>{exportName}</small>
        </td>
      )}
      <td>
        <StatusBadge status={badgeOf(status)} />
        {isActive(evaluation) && <Advance evaluation={evaluation} name={model} />}
        {evaluation.options_changed && <small title={words.otherOptionsHint}>{words.otherOptions}</small>}
      </td>
      <td className={table.number}>{status === 'completed' && <Share value={overall_metrics?.map} />}</td>
      <td className={table.number}>{status === 'completed' && <Share value={overall_metrics?.f1} />}</td>
      <td title={created_at === null ? undefined : formatFullDate(created_at)}>{when}</td>
      <td className={table.actions}>
        {isActive(evaluation) && (
          <RowAction label={words.cancel(model)} refused={readOnly} onClick={() => onCancel(evaluation)}>
            <IconX size={16} />
          </RowAction>
        )}
      </td>
    </tr>
  )
}

/** A share, with the reason where it is undefined. */
export function Share({ value }: { value: number | null | undefined }) {
  const isDefined = value !== null && value !== undefined
  return (
    <span title={isDefined ? undefined : words.undefinedHint} data-undefined={isDefined ? undefined : true}>
      {shareText(value)}
    </span>
  )
}

function Advance({ evaluation, name }: { evaluation: ModelEvaluation; name: string }) {
  const { progress, evaluated_images, total_images } = evaluation
  const left = timeLeftOf(evaluation)
  return (
    <>
      <Progress value={progress} size="sm" mt={4} aria-label={words.progressLabel(name)} />
      <small>{[words.progress(evaluated_images, total_images), left].filter(Boolean).join(', ')}</small>
    </>
  )
}

const PAGE = 50
/** Rows per request. */
const MOST = 200
const ACTIVE_MS = 1_500
const IDLE_MS = 15_000

export interface Evaluations {
  /** Undefined until they have been read. */
  all: readonly ModelEvaluation[] | undefined
  names: KnownNames | undefined
  hasMore: boolean
  error: string | null
  reload(): Promise<void>
  showMore(): void
  cancel(evaluation: ModelEvaluation): Promise<void>
}

/**
 * Reads evaluations, newest first, and again while one of them is under way.
 * @param modelId only evaluations of this model
 */
export function useEvaluations(modelId?: string): Evaluations {
  const host = useHost()
  const [shown, setShown] = useState(PAGE)
  const [active, setActive] = useState(false)
  const load = useCallback(async () => {
    const [read, names] = await Promise.all([readUpTo(host, shown + 1, modelId), readNames(host)])
    return { read, names }
  }, [host, shown, modelId])
  const { value, error, reload } = useResource(load, active ? ACTIVE_MS : IDLE_MS)
  useEffect(() => setActive(value?.read.some(isActive) ?? false), [value])
  return {
    all: value?.read.slice(0, shown),
    names: value?.names,
    hasMore: (value?.read.length ?? 0) > shown,
    error,
    reload,
    showMore: () => setShown(shown + PAGE),
    async cancel({ id }) {
      try {
        await host.api('modelEvaluations.cancel', { params: { evaluation_id: id } })
      } catch (failure) {
        toastError(texts.evaluations.list.notCancelled, failure)
      }
      await reload()
    },
  }
}

async function readUpTo(host: Host, count: number, model_id: string | undefined): Promise<ModelEvaluation[]> {
  const read: ModelEvaluation[] = []
  while (read.length < count) {
    const limit = Math.min(MOST, count - read.length)
    const query = { limit, offset: read.length, ...(model_id && { model_id }) }
    const page = await host.api('modelEvaluations.list', { query })
    read.push(...page)
    if (page.length < limit) break
  }
  return read
}
