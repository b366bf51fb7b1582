/** The evaluations of a model, newest first. */
import { Button } from '@mantine/core'
import type { Model } from '../../../../shared/api/models.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { isEvaluable } from '../../../parts/model/evaluations/evaluation-text.ts'
import { EvaluationsTable } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { useEvaluations } from '../../../parts/model/evaluations/use-evaluations.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model.module.css'

const words = texts.evaluations.list

export function ModelEvaluations({ model }: { model: Model }) {
  const { all, names, error, reload, cancel, hasMore, showMore } = useEvaluations(model.id)
  if (all?.length === 0 && !isEvaluable(model)) return null
  return (
    <Section
      title={words.title}
      aside={
        all &&
        all.length > 1 && (
          <a href={hrefOf({ screen: 'evaluations', modelId: model.id })}>{texts.models.modelPage.compare}</a>
        )
      }
    >
      {!all || !names ? (
        <NotLoaded title={words.cannotShow} error={error} reload={reload} />
      ) : all.length === 0 ? (
        <p className={classes.prose}>{words.noneOfModel}</p>
      ) : (
        <EvaluationsTable
          evaluations={all}
          names={names}
          onCancel={(evaluation) => void cancel(evaluation)}
          chosen={null}
          isOfOneModel
        />
      )}
      {hasMore && (
        <Button variant="default" mt="sm" onClick={showMore}>
          {words.older}
        </Button>
      )}
    </Section>
  )
}
