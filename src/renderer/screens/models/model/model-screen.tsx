/** The page of a model: its card, its classes, its speed, its evaluations and its users. */
import { Badge, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { Model } from '../../../../shared/api/models.ts'
import { contributed, useExtensions } from '../../../base/extensions/extensions.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { LoadError } from '../../../base/ui/empty.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { useTitle } from '../../../base/ui/use-title.ts'
import { isEvaluable } from '../../../parts/model/evaluations/evaluation-text.ts'
import { NewEvaluationButton } from '../../../parts/model/evaluations/new/new-evaluation-button.tsx'
import { classNamesOf } from '../../../parts/model/models/model-facts.ts'
import { texts } from '../../../texts/texts.ts'
import { ModelMenu } from '../model-menu.tsx'
import { type Models, useModels } from '../use-models.ts'
import classes from './model.module.css'
import { ModelAbout, ModelCardText } from './model-about.tsx'
import { ModelCheck } from './model-check.tsx'
import { ModelDeployments } from './model-deployments.tsx'
import { ModelEvaluations } from './model-evaluations.tsx'
import { ModelInput } from './model-input.tsx'
import { ModelUsers } from './model-users.tsx'

const words = texts.models.modelPage

export function ModelScreen({ modelId }: { modelId: string }) {
  const all = useModels()
  const { models, error, reload } = all
  const model = models?.find(({ id }) => id === modelId)
  if (model) return <ModelPage model={model} models={all} />
  return (
    <Page title={texts.models.modelsScreen.title} actions={<BackLink />}>
      {!models && error !== null && (
        <LoadError title={words.cannotShow} message={error} onRetry={() => void reload()} />
      )}
      {!models && error === null && (
        <Skeleton height={160} radius="md" role="status" aria-label={texts.models.modelsScreen.loading} />
      )}
      {models && <p className={classes.prose}>{words.gone}</p>}
    </Page>
  )
}

const BackLink = () => (
  <a className={classes.back} href={hrefOf({ screen: 'models' })}>
    {words.back}
  </a>
)

function ModelPage({ model, models }: { model: Model; models: Models }) {
  useTitle(model.name)
  const { modelActions } = useExtensions()
  const names = useMemo(() => classNamesOf(model), [model])
  const colors = useMemo(() => colorsOfModel(names), [names])
  return (
    <Page
      title={model.name}
      aside={
        model.status !== 'ready' && (
          <Badge color={model.status === 'failed' ? 'red' : 'gray'}>
            {texts.models.modelCard.statuses[model.status]}
          </Badge>
        )
      }
      actions={
        <>
          <BackLink />
          {isEvaluable(model) && <NewEvaluationButton label={words.evaluate} start={{ modelId: model.id }} />}
          {contributed(modelActions, { model })}
          <ModelMenu model={model} models={models} />
        </>
      }
    >
      <ClassColors value={colors}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, and may have nothing else that takes the focus */}
        <section className={classes.content} tabIndex={0} aria-label={words.about}>
          <ModelAbout model={model} names={names} />
          {model.status === 'ready' && <ModelInput model={model} />}
          <ModelEvaluations model={model} />
          {model.status === 'ready' && <ModelCheck model={model} />}
          <ModelDeployments modelId={model.id} />
          <ModelUsers modelId={model.id} />
          {model.readme && <ModelCardText readme={model.readme} />}
        </section>
      </ClassColors>
    </Page>
  )
}
