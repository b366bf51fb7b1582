/** The signing secret of a webhook sink: shows its first characters, and a new secret in full once. */
import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { WebhookEndpoint } from '../../../../shared/api/webhooks.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './artifacts.module.css'

export function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const words = texts.runs.artifacts.secret
  const host = useHost()
  const [made, setMade] = useState<string | null>(null)
  const renew = () =>
    confirm({
      title: words.title,
      action: words.action,
      children: <p>{words.lost}</p>,
      onConfirm: async () => {
        const { secret } = await host.api('webhooks.rotateSecret', { params: { endpoint: endpoint.id } })
        setMade(secret)
      },
    })
  return (
    <>
      <div className={classes.secret}>
        <span>{words.label}</span>
        <code>{made ?? `${endpoint.secret_prefix ?? ''}…`}</code>
        {made !== null && <Copy secret={made} />}
        <Button variant="default" size="compact-xs" onClick={renew}>
          {words.renew}
        </Button>
      </div>
      <p>{made === null ? words.hint : words.once}</p>
    </>
  )
}

function Copy({ secret }: { secret: string }) {
  const words = texts.runs.artifacts.secret
  return (
    <CopyButton value={secret}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.ui.words.copied : words.copy}>
          <ActionIcon aria-label={copied ? texts.ui.words.copied : words.copy} onClick={copy}>
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
