/** The page of a deployment: its status, its endpoint with examples of calls, its figures, and a trial. */
import { Button, Code, CopyButton, SegmentedControl, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconEye, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import type { Model } from '../../../../shared/api/models.ts'
import {
  callSnippet,
  IMAGE_FORMS,
  type ImageForm,
  SNIPPET_IMAGE,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  TOKEN_VARIABLE,
} from '../../../../shared/domain/call-snippets.ts'
import { HostError, useHost } from '../../../base/host/host-context.ts'
import { hrefOf, navigate } from '../../../base/navigation/route.ts'
import { Page, Section, useTitle } from '../../../base/ui/page.tsx'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { canReveal, revealSecret } from '../../../base/ui/reveal-secret.tsx'
import { classNamesOf } from '../../../parts/model/models/model-facts.ts'
import { texts } from '../../../texts/texts.ts'
import { reasonText, StatusOfDeployment } from '../deployment-status.tsx'
import { canPause, canResume, type DeploymentActions, useDeploymentActions } from '../use-deployment-actions.tsx'
import { DeploymentFacts } from './deployment-facts.tsx'
import { LiveCharts, useLiveFigures } from './live-charts.tsx'
import classes from './page.module.css'
import { TryIt } from './try-it.tsx'

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

const pageTexts = texts.deployments.page

interface EndpointPanelProps {
  deployment: Deployment
  /** Null until the deployment was active. */
  url: string | null
}

/** The address of a deployment, and its token. */
function EndpointPanel({ deployment, url }: EndpointPanelProps) {
  const host = useHost()
  const { id, name, auth_token_prefix } = deployment
  const reveal = () =>
    revealSecret(
      pageTexts.revealTitle(name),
      async () => (await host.api('deployments.reveal', { params: { deployment: id } })).auth_token,
    )
  return (
    <Section title={pageTexts.endpoint}>
      <div className={classes.endpoint}>
        <TextInput
          className={classes.url}
          label={pageTexts.url}
          readOnly
          placeholder={pageTexts.notYet}
          value={url ?? ''}
          onFocus={(e) => e.currentTarget.select()}
        />
        <CopyButton value={url ?? ''}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              disabled={url === null}
              aria-label={copied ? texts.ui.words.copied : pageTexts.copyUrl}
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? texts.ui.words.copied : pageTexts.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <div className={classes.token}>
        <span>
          {pageTexts.token} <code>{auth_token_prefix === null ? '–' : `${auth_token_prefix}…`}</code>
        </span>
        {canReveal(host.info) && (
          <Button variant="default" leftSection={<IconEye size={14} />} onClick={reveal}>
            {pageTexts.showToken}
          </Button>
        )}
      </div>
      <p className={classes.dim}>{pageTexts.tokenHint}</p>
    </Section>
  )
}

const snippetTexts = texts.deployments.snippets
const LANGUAGES = SNIPPET_LANGUAGES.map((value) => ({ value, label: snippetTexts.languages[value] }))
const FORMS = IMAGE_FORMS.map((value) => ({ value, label: snippetTexts.forms[value] }))

/** Examples of programs that call the deployment. @param url null until the deployment has been active */
function Snippets({ url }: { url: string | null }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const [form, setForm] = useState<ImageForm>('multipart')
  const code = url === null ? null : callSnippet(language, form, url)
  return (
    <Section title={snippetTexts.title}>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={snippetTexts.language}
          data={LANGUAGES}
          value={language}
          onChange={(value) => setLanguage(value as SnippetLanguage)}
        />
        <SegmentedControl
          aria-label={snippetTexts.form}
          data={FORMS}
          value={form}
          onChange={(value) => setForm(value as ImageForm)}
        />
        {code !== null && (
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                className={classes.end}
                aria-label={copied ? texts.ui.words.copied : snippetTexts.copy}
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? texts.ui.words.copied : texts.deployments.page.copy}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      <p className={classes.dim}>
        {code === null ? snippetTexts.notYet : snippetTexts.about(TOKEN_VARIABLE, SNIPPET_IMAGE)}
      </p>
      {code !== null && (
        <Code
          block
          className={classes.code}
          tabIndex={0}
          aria-label={snippetTexts.code(snippetTexts.languages[language])}
        >
          {code}
        </Code>
      )}
    </Section>
  )
}
