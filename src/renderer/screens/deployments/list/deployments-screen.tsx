/** The list of deployments. */
import { IconServerBolt } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { Empty, Page, useTitle } from '../../../base/ui/page.tsx'
import table from '../../../base/ui/record-table.module.css'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { openDeploy } from '../deploy/open-deploy.ts'
import { useDeploymentActions } from '../use-deployment-actions.tsx'
import { DeploymentsTable } from './deployments-table.tsx'

const words = texts.deployments

export function DeploymentsScreen() {
  useTitle(words.title)
  const { value, names, error, reload } = useDeployments()
  const actions = useDeploymentActions(reload)
  return (
    <Page title={words.title} actions={<Deploy isMain={value?.length !== 0} refused={actions.cannotChange} />}>
      {value === undefined && <NotLoaded title={words.failed} error={error} reload={reload} />}
      {value !== undefined && error !== null && (
        <p className={table.bad} role="alert">
          {words.stale(error)}
        </p>
      )}
      {value?.length === 0 && (
        <Empty
          icon={<IconServerBolt size={20} stroke={1.6} />}
          title={words.none}
          action={
            <>
              <Deploy isMain refused={actions.cannotChange} />
              <GuideLink page="deployments" />
            </>
          }
        >
          {words.noneHint}
        </Empty>
      )}
      {value && value.length > 0 && <DeploymentsTable deployments={value} modelNames={names} actions={actions} />}
    </Page>
  )
}

function Deploy({ isMain, refused }: { isMain: boolean; refused: string | null }) {
  const host = useHost()
  return (
    <Refusable
      variant={isMain ? 'filled' : 'default'}
      label={words.deploy}
      icon={<IconServerBolt size={15} />}
      refused={refused}
      onClick={() => void openDeploy(host)}
    />
  )
}

/** A deployment starts within seconds. */
const EVERY_MS = 3_000
const PAGE = 200

/** The deployments of the organization, newest first, with the names of their models. */
function useDeployments() {
  const host = useHost()
  const models = useResource(useCallback(() => readModels(host), [host]))
  const deployments = useResource(
    useCallback(() => readDeployments(host), [host]),
    EVERY_MS,
  )
  const names = useMemo(() => models.value && new Map(models.value.map(({ id, name }) => [id, name])), [models.value])
  return { ...deployments, names }
}

/** Deleted ones are left out. */
async function readDeployments(host: Host): Promise<Deployment[]> {
  const found = new Map<string, Deployment>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await host.api('deployments.list', { query: { limit: PAGE, offset } })
    for (const one of page) if (one.status !== 'terminated') found.set(one.id, one)
    if (page.length < PAGE) return [...found.values()]
  }
}
