/** The dialog that removes a member, with the shared secrets that the person knows. */
import { useCallback } from 'react'
import type { OrganizationMember } from '../../../../shared/api/organizations.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { confirm } from '../../../base/ui/confirm.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { RevealedSecrets } from './revealed-secrets.tsx'

const words = texts.access.members

export function removeMember(host: Host, member: OrganizationMember, person: string, onChanged: () => void): void {
  confirm({
    title: words.removeTitle(person),
    action: words.removeAction,
    children: <Lost host={host} member={member} person={person} />,
    onConfirm: async () => {
      await host.api('organizations.removeMember', { params: { member_id: member.id } })
      onChanged()
    },
  })
}

interface LostProps {
  host: Host
  member: OrganizationMember
  person: string
}

function Lost({ host, member: { user_id }, person }: LostProps) {
  const { value, reload } = useResource(
    useCallback(() => host.api('organizations.revealedSecrets', { query: { user_id } }), [host, user_id]),
  )
  return (
    <>
      <p>{words.removeLost(person)}</p>
      {value && value.length > 0 && (
        <>
          <p>{texts.access.revealed.knows(person)}</p>
          <RevealedSecrets host={host} secrets={value} onChanged={() => void reload()} />
        </>
      )}
    </>
  )
}
