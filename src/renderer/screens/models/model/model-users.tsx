/** The workflows and the unfinished runs and evaluations that use a model. */
import { useCallback } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model.module.css'

const words = texts.models.modelPage

export function ModelUsers({ modelId }: { modelId: string }) {
  const host = useHost()
  const load = useCallback(() => host.api('models.users', { params: { model: modelId } }), [host, modelId])
  const { value: users, error, reload } = useResource(load)
  return (
    <Section title={words.users}>
      {!users && <NotLoaded title={words.usersFailed} error={error} reload={reload} />}
      {users && users.workflows.length + users.runs.length + users.evaluations.length === 0 && (
        <p className={classes.prose}>{words.unused}</p>
      )}
      {users && users.workflows.length > 0 && (
        <ul className={classes.users} aria-label={words.workflows}>
          {users.workflows.map(({ id, name }) => (
            <li key={id}>
              <a href={hrefOf({ screen: 'editor', workflowId: id })}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      {users && users.runs.length > 0 && (
        <ul className={classes.users} aria-label={words.runs}>
          {users.runs.map(({ id, workflow_name }) => (
            <li key={id}>
              <a href={hrefOf({ screen: 'run', runId: id })}>{words.runOf(workflow_name)}</a>
            </li>
          ))}
        </ul>
      )}
      {users && users.evaluations.length > 0 && (
        <ul className={classes.users} aria-label={words.evaluations}>
          {users.evaluations.map(({ id, export_name }) => (
            <li key={id}>
              <a href={hrefOf({ screen: 'evaluation', evaluationId: id })}>{words.evaluationOn(export_name)}</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
