/** Secrets in use that former members know. */
import { useCallback } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { Section } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'
import { RevealedSecrets } from './revealed-secrets.tsx'

const words = texts.access.revealed

/** Nothing where there are none, and on an older server. */
export function FormerMembers({ everyMs }: { everyMs: number }) {
  const host = useHost()
  const { value, reload } = useResource(
    useCallback(() => host.api('organizations.revealedSecrets', { query: {} }), [host]),
    everyMs,
  )
  if (!value?.length) return null
  return (
    <Section title={words.ofFormer}>
      <p className={classes.prose}>{words.ofFormerAbout}</p>
      <RevealedSecrets host={host} secrets={value} onChanged={() => void reload()} />
    </Section>
  )
}
