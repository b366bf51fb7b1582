/** The server, for its operators: its people, its organizations, and what its machines have in common. */
import { IconLock } from '@tabler/icons-react'
import { useHost } from '../../../base/host/host-context.ts'
import { Empty } from '../../../base/ui/empty.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { WorkerList } from '../../../parts/studio/workers/worker-list.tsx'
import { texts } from '../../../texts/texts.ts'
import { Devices } from '../devices/devices.tsx'
import classes from '../settings.module.css'
import { Storage } from '../storage.tsx'
import { Operators } from './operators.tsx'
import { Organizations } from './organizations.tsx'

const words = texts.server

export function ServerPage() {
  const { info } = useHost()
  if (info.account?.is_operator !== true) {
    return (
      <Empty icon={<IconLock size={20} stroke={1.6} />} title={words.forbidden}>
        {words.forbiddenHint}
      </Empty>
    )
  }
  return (
    <>
      <p className={classes.prose}>{words.about}</p>
      <Section title={words.organizations.title}>
        <Organizations />
      </Section>
      <Section title={words.operators.title}>
        <Operators />
      </Section>
      <Section title={texts.devices.settings.title}>
        <Devices canChoose />
      </Section>
      <Section title={texts.jobs.workers}>
        <WorkerList />
      </Section>
      <Section title={texts.settings.storage.title}>
        <Storage of="server" />
      </Section>
    </>
  )
}
