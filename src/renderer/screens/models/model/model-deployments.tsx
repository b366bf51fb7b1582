/** The deployments of a model; nothing when there are none. */
import { useCallback } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Section } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model.module.css'

const words = texts.deployments
/** Per request; a model has few. */
const MOST = 200

export function ModelDeployments({ modelId }: { modelId: string }) {
  const host = useHost()
  const load = useCallback(
    () => host.api('deployments.list', { query: { model_id: modelId, limit: MOST } }),
    [host, modelId],
  )
  const { value: deployments, error } = useResource(load)
  if (error !== null && !deployments) {
    return (
      <Section title={words.title}>
        <p className={classes.prose} role="alert">
          {error}
        </p>
      </Section>
    )
  }
  if (!deployments || deployments.length === 0) return null
  return (
    <Section title={words.title}>
      <ul className={classes.users} aria-label={words.title}>
        {deployments.map(({ id, name, status }) => (
          <li key={id}>
            <a href={hrefOf({ screen: 'deployment', deploymentId: id })}>{name}</a>
            <span className={classes.status}>{words.statuses[status]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
