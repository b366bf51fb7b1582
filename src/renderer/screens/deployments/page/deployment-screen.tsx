/** The page of a deployment. */
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useRef } from 'react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { HostError, useHost } from '../../../base/host/host-context.ts'
import { hrefOf, navigate } from '../../../base/navigation/route.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { useTitle } from '../../../base/ui/use-title.ts'
import { classNamesOf } from '../../../parts/model/models/model-facts.ts'
import { texts } from '../../../texts/texts.ts'
import { StatusOfDeployment } from '../deployment-status.tsx'
import { reasonText } from '../reason-text.ts'
import { canPause, canResume, type DeploymentActions, useDeploymentActions } from '../use-deployment-actions.tsx'
import { DeploymentFacts } from './deployment-facts.tsx'
import { EndpointPanel } from './endpoint-panel.tsx'
import { LiveCharts } from './live-charts.tsx'
import classes from './page.module.css'
import { Snippets } from './snippets.tsx'
import { TryIt } from './try-it.tsx'
import { useLiveFigures } from './use-live-figures.ts'

const words = texts.deployments
const EVERY_MS = 2_000

export function DeploymentScreen({ deploymentId }: { deploymentId: string }) {
  const host = useHost()
  const { value, error, reload } = useResource(
    useCallback(() => host.api('deployments.get', { params: { deployment: deploymentId } }), [host, deploymentId]),
    EVERY_MS,
  )
  const actions = useDeploymentActions(reload)
  useTitle(value?.name ?? words.one)
  if (value === undefined) {
    return (
      <Page title={<Trail />}>
        <NotLoaded title={words.page.failed} error={error} reload={reload} />
      </Page>
    )
  }
  return (
    <Page
      title={<Trail name={value.name} />}
      aside={<StatusOfDeployment status={value.status} />}
      actions={<Actions deployment={value} actions={actions} />}
    >
      <Body deployment={value} actions={actions} stale={error} />
    </Page>
  )
}

function Trail({ name }: { name?: string }) {
  return (
    <>
      <a className={classes.trail} href={hrefOf({ screen: 'deployments' })}>
        {words.title}
      </a>
      {name !== undefined && (
        <>
          <span className={classes.slash}>/</span>
          <span className={classes.ellipsis}>{name}</span>
        </>
      )}
    </>
  )
}

function Actions({ deployment, actions }: { deployment: Deployment; actions: DeploymentActions }) {
  const { pause, resume, remove, busy, cannotChange, cannotDelete } = actions
  const isBusy = busy.has(deployment.id)
  return (
    <>
      {canResume(deployment) ? (
        <Refusable
          refused={cannotChange}
          disabled={isBusy}
          icon={<IconPlayerPlay size={14} />}
          label={words.actions.resume}
          onClick={() => void resume([deployment])}
        />
      ) : canPause(deployment) ? (
        <Refusable
          refused={cannotChange}
          disabled={isBusy}
          icon={<IconPlayerPause size={14} />}
          label={words.actions.pause}
          onClick={() => void pause([deployment])}
        />
      ) : null}
      <Refusable
        refused={cannotDelete}
        icon={<IconTrash size={14} />}
        label={words.actions.delete}
        onClick={() => remove([deployment], () => navigate({ screen: 'deployments' }))}
      />
    </>
  )
}

interface BodyProps {
  deployment: Deployment
  actions: DeploymentActions
  /** The reason why it could not be read again; null when it could. */
  stale: string | null
}

function Body({ deployment, actions, stale }: BodyProps) {
  const { id, status, endpoint_url } = deployment
  const reason = reasonText(deployment)
  const { now, points } = useLiveFigures(id, status === 'active')
  // A paused deployment has the same address again once it is resumed.
  const lastUrl = useRef(endpoint_url)
  lastUrl.current = endpoint_url ?? lastUrl.current
  const model = useModel(deployment.model_id)
  const classNames = useMemo(() => (model ? classNamesOf(model) : []), [model])
  return (
    <div className={classes.body}>
      {stale !== null && (
        <p className={classes.bad} role="alert">
          {words.stale(stale)}
        </p>
      )}
      {status === 'failed' && (
        <p className={classes.failed} role="alert">
          <b>{words.page.failedTitle}</b> {reason ?? words.page.noReason}
        </p>
      )}
      {status === 'provisioning' && <p className={classes.note}>{words.page.startingNote}</p>}
      {status === 'paused' && <p className={classes.note}>{reason ?? words.page.pausedNote}</p>}
      <DeploymentFacts deployment={deployment} model={model} metrics={now} />
      <TryIt deployment={deployment} classNames={classNames} refused={actions.cannotChange} />
      <div className={classes.columns}>
        <div>
          <EndpointPanel deployment={deployment} url={lastUrl.current} />
          <Snippets url={lastUrl.current} />
        </div>
        <LiveCharts now={now} points={points} />
      </div>
    </div>
  )
}

/** Null when the model was deleted, undefined until it is read. */
function useModel(modelId: string): Model | null | undefined {
  const host = useHost()
  const read = useCallback(async () => {
    try {
      return await host.api('models.get', { params: { model: modelId } })
    } catch (error) {
      if (error instanceof HostError && error.code === 'not_found') return null
      throw error
    }
  }, [host, modelId])
  return useResource(read).value
}
