/** The page of a model: its card, its classes, its speed, its evaluations and its users. */
import { Badge, Button, Skeleton } from '@mantine/core'
import { IconPhotoCog } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { DeviceMeasurement } from '../../../../shared/api/devices.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { contributed, useExtensions } from '../../../base/extensions/extensions.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { LoadError, Page, Section, useTitle } from '../../../base/ui/page.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { ModelSpeed, useMeasuring, withMeasurement } from '../../../parts/model/devices/model-speed.tsx'
import { isEvaluable } from '../../../parts/model/evaluations/evaluation-text.ts'
import { EvaluationsTable, useEvaluations } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { NewEvaluationButton } from '../../../parts/model/evaluations/new/new-evaluation-button.tsx'
import { InputFacts } from '../../../parts/model/model-input/input-facts.tsx'
import { openModelInput } from '../../../parts/model/model-input/model-input-store.ts'
import { classNamesOf } from '../../../parts/model/models/model-facts.ts'
import { texts } from '../../../texts/texts.ts'
import { ModelMenu, type Models, useModels } from '../use-models.tsx'
import classes from './model.module.css'
import { ModelAbout, ModelCardText } from './model-about.tsx'

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

/** The check of a model: it runs on every device, and the speeds and detections are compared with the CPU's. */
function ModelCheck({ model }: { model: Model }) {
  const host = useHost()
  const readOnly = useReadOnly()
  const { value: list, error, reload, patch } = useResource(useCallback(() => host.api('devices.list', {}), [host]))
  const measuring = useMeasuring((made: DeviceMeasurement) => patch((before) => withMeasurement(before, made)))
  return (
    <Section title={words.check}>
      <p className={classes.prose}>{words.checkHint}</p>
      {list ? (
        <ModelSpeed model={model} list={list} measuring={measuring} refused={readOnly} />
      ) : (
        <NotLoaded title={words.check} error={error} reload={reload} />
      )}
    </Section>
  )
}

/** The workflows and the unfinished runs and evaluations that use a model. */
function ModelUsers({ modelId }: { modelId: string }) {
  const host = useHost()
  const load = useCallback(() => host.api('models.users', { params: { model: modelId } }), [host, modelId])
  const { value: users, error, reload } = useResource(load)
  return (
    <Section title={words.users}>
      {!users && <NotLoaded title={words.usersFailed} error={error} reload={reload} />}
      {users && users.workflows.length + users.runs.length + users.evaluations.length === 0 && (
        <p className={classes.prose}>{words.unused}</p>
      )}
      {users && users.workflows.length > 0 && (
        <ul className={classes.users} aria-label={words.workflows}>
          {users.workflows.map(({ id, name }) => (
            <li key={id}>
              <a href={hrefOf({ screen: 'editor', workflowId: id })}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      {users && users.runs.length > 0 && (
        <ul className={classes.users} aria-label={words.runs}>
          {users.runs.map(({ id, workflow_name }) => (
            <li key={id}>
              <a href={hrefOf({ screen: 'run', runId: id })}>{words.runOf(workflow_name)}</a>
            </li>
          ))}
        </ul>
      )}
      {users && users.evaluations.length > 0 && (
        <ul className={classes.users} aria-label={words.evaluations}>
          {users.evaluations.map(({ id, export_name }) => (
            <li key={id}>
              <a href={hrefOf({ screen: 'evaluation', evaluationId: id })}>{words.evaluationOn(export_name)}</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const inputTexts = texts.modelInput

/** How pictures become the input of the model: each value with its origin, and the dialog that changes them. */
function ModelInput({ model }: { model: Model }) {
  return (
    <Section
      title={inputTexts.title}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPhotoCog size={15} />}
          onClick={() => openModelInput(model)}
        >
          {inputTexts.change}
        </Button>
      }
    >
      {model.conversion_in_use ? (
        <>
          <p className={classes.prose}>{inputTexts.about}</p>
          <InputFacts model={model} />
        </>
      ) : (
        <p className={classes.prose}>{inputTexts.unknown}</p>
      )}
    </Section>
  )
}

const deploymentTexts = texts.deployments
/** Per request; a model has few. */
const MOST = 200

/** The deployments of a model; nothing when there are none. */
function ModelDeployments({ modelId }: { modelId: string }) {
  const host = useHost()
  const load = useCallback(
    () => host.api('deployments.list', { query: { model_id: modelId, limit: MOST } }),
    [host, modelId],
  )
  const { value: deployments, error } = useResource(load)
  if (error !== null && !deployments) {
    return (
      <Section title={deploymentTexts.title}>
        <p className={classes.prose} role="alert">
          {error}
        </p>
      </Section>
    )
  }
  if (!deployments || deployments.length === 0) return null
  return (
    <Section title={deploymentTexts.title}>
      <ul className={classes.users} aria-label={deploymentTexts.title}>
        {deployments.map(({ id, name, status }) => (
          <li key={id}>
            <a href={hrefOf({ screen: 'deployment', deploymentId: id })}>{name}</a>
            <span className={classes.status}>{deploymentTexts.statuses[status]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const evaluationTexts = texts.evaluations.list

/** The evaluations of a model, newest first. */
function ModelEvaluations({ model }: { model: Model }) {
  const { all, names, error, reload, cancel, hasMore, showMore } = useEvaluations(model.id)
  if (all?.length === 0 && !isEvaluable(model)) return null
  return (
    <Section
      title={evaluationTexts.title}
      aside={
        all &&
        all.length > 1 && (
          <a href={hrefOf({ screen: 'evaluations', modelId: model.id })}>{texts.models.modelPage.compare}</a>
        )
      }
    >
      {!all || !names ? (
        <NotLoaded title={evaluationTexts.cannotShow} error={error} reload={reload} />
      ) : all.length === 0 ? (
        <p className={classes.prose}>{evaluationTexts.noneOfModel}</p>
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
          {evaluationTexts.older}
        </Button>
      )}
    </Section>
  )
}
