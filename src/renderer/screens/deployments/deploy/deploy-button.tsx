/** The button that deploys a model, on its card. */
import { Button } from '@mantine/core'
import { IconServerBolt } from '@tabler/icons-react'
import type { Model } from '../../../../shared/api/models.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { texts } from '../../../texts/texts.ts'
import { openDeploy } from './open-deploy.ts'

/** Only ready models can be deployed. Callers that only read have no button. */
export function DeployButton({ model }: { model: Model }) {
  const host = useHost()
  const refused = useRoleRefusal('member')
  if (model.status !== 'ready' || refused !== null) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      leftSection={<IconServerBolt size={14} />}
      aria-description={model.name}
      onClick={() => void openDeploy(host, model)}
    >
      {texts.deployments.form.action}
    </Button>
  )
}
