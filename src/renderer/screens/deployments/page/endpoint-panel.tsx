/** The address of a deployment, and its token. */
import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconEye } from '@tabler/icons-react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { Section } from '../../../base/ui/page.tsx'
import { canReveal, revealSecret } from '../../../base/ui/reveal-secret.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './page.module.css'

const words = texts.deployments.page

interface EndpointPanelProps {
  deployment: Deployment
  /** Null until the deployment was active. */
  url: string | null
}

export function EndpointPanel({ deployment, url }: EndpointPanelProps) {
  const host = useHost()
  const { id, name, auth_token_prefix } = deployment
  const reveal = () =>
    revealSecret(
      words.revealTitle(name),
      async () => (await host.api('deployments.reveal', { params: { deployment: id } })).auth_token,
    )
  return (
    <Section title={words.endpoint}>
      <div className={classes.endpoint}>
        <TextInput
          className={classes.url}
          label={words.url}
          readOnly
          placeholder={words.notYet}
          value={url ?? ''}
          onFocus={(e) => e.currentTarget.select()}
        />
        <CopyButton value={url ?? ''}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              disabled={url === null}
              aria-label={copied ? texts.ui.words.copied : words.copyUrl}
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? texts.ui.words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <div className={classes.token}>
        <span>
          {words.token} <code>{auth_token_prefix === null ? '–' : `${auth_token_prefix}…`}</code>
        </span>
        {canReveal(host.info) && (
          <Button variant="default" leftSection={<IconEye size={14} />} onClick={reveal}>
            {words.showToken}
          </Button>
        )}
      </div>
      <p className={classes.dim}>{words.tokenHint}</p>
    </Section>
  )
}
