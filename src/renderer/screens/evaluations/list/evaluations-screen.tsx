/** The list of evaluations: a filter by model, and a selection of two that are compared. */
import { Button, Select, Skeleton } from '@mantine/core'
import { IconPlus, IconReportAnalytics } from '@tabler/icons-react'
import { useState } from 'react'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { navigate } from '../../../base/navigation/route.ts'
import { Empty, LoadError, Page, useTitle } from '../../../base/ui/page.tsx'
import type { KnownNames } from '../../../parts/model/evaluations/evaluation-text.ts'
import {
  type Evaluations,
  EvaluationsTable,
  useEvaluations,
} from '../../../parts/model/evaluations/evaluations-table.tsx'
import { NewEvaluationButton } from '../../../parts/model/evaluations/new/new-evaluation-button.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './list.module.css'

const words = texts.evaluations.list

/** @param modelId all models unless it is given */
export function EvaluationsScreen({ modelId }: { modelId?: string | undefined }) {
  useTitle(words.title)
  const evaluations = useEvaluations(modelId)
  return (
    <Page
      title={words.title}
      actions={
        <NewEvaluationButton
          leftSection={<IconPlus size={15} />}
          {...(modelId !== undefined && { start: { modelId } })}
        />
      }
    >
      <Body evaluations={evaluations} modelId={modelId} />
    </Page>
  )
}

function Body({ evaluations, modelId }: { evaluations: Evaluations; modelId: string | undefined }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { all, names, error, reload, cancel, hasMore, showMore } = evaluations
  if (!all || !names) {
    if (error !== null) return <LoadError title={words.cannotShow} message={error} onRetry={() => void reload()} />
    return <Skeleton height={120} radius="md" role="status" aria-label={words.loading} />
  }
  if (all.length === 0 && modelId === undefined) {
    return (
      <Empty icon={<IconReportAnalytics size={18} />} title={words.none} action={<GuideLink page="evaluations" />}>
        {words.noneHint}
      </Empty>
    )
  }
  // The list may have lost an evaluation since it was selected.
  const two = chosen.filter((id) => all.some((one) => one.id === id))
  const [a, b] = two
  return (
    <div className={classes.content}>
      <div className={classes.tools}>
        <ModelFilter names={names} modelId={modelId} />
        <span className={classes.gap} />
        <span className={classes.chosen} role="status">
          {two.length > 0 ? words.chosen(two.length) : words.compareHint}
        </span>
        <Button
          variant="default"
          disabled={a === undefined || b === undefined}
          onClick={() => a && b && navigate({ screen: 'compare-evaluations', evaluationA: a, evaluationB: b })}
        >
          {words.compare}
        </Button>
      </div>
      {error !== null && <p className={classes.stale}>{words.stale(error)}</p>}
      {all.length === 0 ? (
        <p className={classes.stale}>{words.noneOfModel}</p>
      ) : (
        <EvaluationsTable
          evaluations={all}
          names={names}
          onCancel={(evaluation) => void cancel(evaluation)}
          chosen={two}
          onChoose={setChosen}
        />
      )}
      {hasMore && (
        <Button variant="default" mt="sm" onClick={showMore}>
          {words.older}
        </Button>
      )}
    </div>
  )
}

const ALL = 'all'

function ModelFilter({ names, modelId = ALL }: { names: KnownNames; modelId: string | undefined }) {
  return (
    <Select
      aria-label={words.model}
      className={classes.filter}
      data={[
        { value: ALL, label: words.allModels },
        ...names.models.map(({ id, name }) => ({ value: id, label: name })),
        ...(modelId === ALL || names.models.some(({ id }) => id === modelId)
          ? []
          : [{ value: modelId, label: words.deletedModel }]),
      ]}
      value={modelId}
      onChange={(id) => navigate({ screen: 'evaluations', ...(id !== null && id !== ALL && { modelId: id }) })}
      allowDeselect={false}
      searchable
    />
  )
}
