/** The dialog that deploys a model, and then shows the token once. */
import { Button, Group, Stack } from '@mantine/core'
import { closeModal, openModal, updateModal } from '@mantine/modals'
import { type FormEvent, useCallback, useMemo, useState } from 'react'
import type { DeploymentComputeOption, DeploymentQuote } from '../../../../shared/api/deployment-compute.ts'
import type { CreatedDeployment } from '../../../../shared/api/deployments.ts'
import type { Model } from '../../../../shared/api/models.ts'
import { formatExactCredits } from '../../../base/format/credits.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { SecretOnce } from '../../../base/ui/secret-once.tsx'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './deploy.module.css'
import {
  bodyOf,
  type DeployFields,
  FIRST_FIELDS,
  type FieldErrors,
  fieldErrorsOf,
  firstOption,
  isRangeValid,
} from './deploy-fields.ts'
import { DeployInputs } from './deploy-inputs.tsx'

const words = texts.deployments.form

/** @param onDone called with the id of the deployment when the dialog is closed after it was created */
export function showDeployDialog(host: Host, model: Model | null, onDone: (id: string) => void): void {
  const id = openModal({
    title: words.title,
    size: 'lg',
    children: (
      <DeployDialog
        host={host}
        model={model}
        onCreated={(name) => {
          // Only the button closes it now: the token would be lost.
          const title = words.tokenTitle(name)
          updateModal({ modalId: id, title, closeOnEscape: false, closeOnClickOutside: false, withCloseButton: false })
        }}
        onClose={(created) => {
          closeModal(id)
          if (created !== null) onDone(created)
        }}
      />
    ),
  })
}

interface DeployDialogProps {
  host: Host
  model: Model | null
  onCreated: (name: string) => void
  /** With the id of the deployment, if one was created. */
  onClose: (id: string | null) => void
}

function DeployDialog({ host, model, onCreated, onClose }: DeployDialogProps) {
  const [created, setCreated] = useState<CreatedDeployment | null>(null)
  const choices = useResource(
    useCallback(async () => {
      const [models, options] = await Promise.all([readModels(host), host.api('deployments.computeOptions', {})])
      return { models: models.filter(({ status }) => status === 'ready'), options }
    }, [host]),
  )
  if (created) {
    const { auth_token, deployment } = created
    const done = () => onClose(deployment.id)
    return <SecretOnce label={words.token} secret={auth_token} hint={words.tokenHint} onDone={done} />
  }
  if (choices.value === undefined) {
    return (
      <div className={classes.waiting}>
        <NotLoaded title={words.notRead} error={choices.error} reload={choices.reload} />
      </div>
    )
  }
  return (
    <DeployForm
      host={host}
      model={model}
      {...choices.value}
      onCancel={() => onClose(null)}
      onCreated={(made) => {
        setCreated(made)
        onCreated(made.deployment.name)
      }}
    />
  )
}

interface DeployFormProps {
  host: Host
  model: Model | null
  /** Ready ones. */
  models: readonly Model[]
  options: readonly DeploymentComputeOption[]
  onCreated: (created: CreatedDeployment) => void
  onCancel: () => void
}

function DeployForm({ host, model, models, options, onCreated, onCancel }: DeployFormProps) {
  const [fields, setFields] = useState<DeployFields>({
    ...FIRST_FIELDS,
    modelId: (model ?? models[0])?.id ?? null,
    computeKey: firstOption(options)?.key ?? null,
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const option = useMemo(() => options.find(({ key }) => key === fields.computeKey), [options, fields.computeKey])
  const change = (part: Partial<DeployFields>) => {
    setFields((now) => ({ ...now, ...part }))
    setErrors({})
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (fields.modelId === null) return setErrors({ model: words.chooseModel })
    if (!isRangeValid(fields)) return setErrors({ max: words.maxTooLow })
    setBusy(true)
    try {
      onCreated(await host.api('deployments.create', { body: bodyOf(fields, fields.modelId, option) }))
    } catch (failure) {
      setErrors(fieldErrorsOf(failure))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DeployInputs fields={fields} errors={errors} models={models} options={options} onChange={change} />
        <Quote host={host} option={option} minContainers={fields.min} />
        {errors.other !== undefined && (
          <p className={classes.error} role="alert">
            {errors.other}
          </p>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onCancel}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={models.length === 0}>
          {words.action}
        </Button>
      </Group>
    </form>
  )
}

const MINUTES_IN_HOUR = 60
const HOURS_IN_DAY = 24

interface QuoteProps {
  host: Host
  option: DeploymentComputeOption | undefined
  minContainers: number
}

/** The price of the chosen compute. */
function Quote({ host, option, minContainers }: QuoteProps) {
  const [compute, gpu] = [option?.compute_type, option?.gpu_type]
  const { value, error } = useResource(
    useCallback(async () => {
      if (compute === undefined) return null
      const query = { compute_type: compute, ...(gpu && { gpu_type: gpu }), min_containers: minContainers }
      return { ...(await host.api('deployments.quote', { query })), minContainers }
    }, [host, compute, gpu, minContainers]),
  )
  return (
    <p className={classes.quote} role="status">
      {error !== null ? words.notPriced(error) : value ? quoteText(value) : words.pricing}
    </p>
  )
}

function quoteText(quote: DeploymentQuote & { minContainers: number }): string {
  const { rate_per_min_micro_usd, billing_note, text, minContainers } = quote
  if (rate_per_min_micro_usd === 0) return messageText({ message: billing_note, text })
  const hour = rate_per_min_micro_usd * MINUTES_IN_HOUR
  const rate = words.whileRunning(formatExactCredits(hour))
  if (minContainers === 0) return words.nothingWhileIdle(rate)
  return words.always(rate, minContainers, formatExactCredits(hour * HOURS_IN_DAY * minContainers))
}
