/** The audit log, for admins. */
import { Loader } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { roleAtLeast } from '../../../../shared/api/endpoint.ts'
import { useRole } from '../../../base/host/server-state.tsx'
import { Empty } from '../../../base/ui/empty.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from '../settings.module.css'
import { Entries } from './entries.tsx'

const words = texts.audit

export default function AuditPage() {
  const role = useRole()
  // A call below the role would itself be an entry of the log.
  if (role === undefined) return <Loader size="sm" color="gray" aria-label={texts.access.loading} />
  if (role !== null && !roleAtLeast(role, 'admin')) {
    return (
      <Empty icon={<IconLock size={20} stroke={1.6} />} title={words.forbidden}>
        {words.forbiddenHint(texts.access.roles[role])}
      </Empty>
    )
  }
  return (
    <Section title={words.title}>
      <p className={classes.prose}>{words.about}</p>
      <Entries />
    </Section>
  )
}
