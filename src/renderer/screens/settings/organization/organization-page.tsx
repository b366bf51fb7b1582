/** The organization of this Sightline: profile, members and invites. */
import { useCallback } from 'react'
import { roleAtLeast } from '../../../../shared/api/endpoint.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRole } from '../../../base/host/server-state.tsx'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { FormerMembers } from './former-members.tsx'
import { Invites } from './invites.tsx'
import { Members } from './members.tsx'
import { Profile } from './profile.tsx'

/** An invite is accepted elsewhere. */
const EVERY_MS = 10_000

export function OrganizationPage() {
  const host = useHost()
  const role = useRole()
  const organization = useResource(
    useCallback(() => host.api('organizations.me', {}), [host]),
    EVERY_MS,
  )
  const members = useResource(
    useCallback(() => host.api('organizations.members', {}), [host]),
    EVERY_MS,
  )
  const { value, error } = organization
  const reload = () => Promise.all([organization.reload(), members.reload()])
  if (value === undefined) {
    return <NotLoaded title={texts.access.organization.failed} error={error} reload={reload} />
  }
  const changed = () => void reload()
  return (
    <>
      <Section title={texts.access.organization.title}>
        <Profile organization={value} onSaved={(saved) => organization.patch(() => saved)} />
      </Section>
      <Section title={texts.access.members.title}>
        <Members members={members} onChanged={changed} />
      </Section>
      {role && roleAtLeast(role, 'admin') && <FormerMembers everyMs={EVERY_MS} />}
      <Section title={texts.access.invites.title}>
        <Invites everyMs={EVERY_MS} onChanged={changed} />
      </Section>
    </>
  )
}
