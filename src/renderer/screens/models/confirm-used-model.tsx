/** Lists the users of a model before it is deleted. */
import type { ModelUsers } from '../../../shared/api/resource-users.ts'
import { confirm } from '../../base/ui/confirm.tsx'
import { texts } from '../../texts/texts.ts'

/** Limit of listed names; the rest are counted. */
const SHOWN = 12

export function confirmUsedModel(name: string, { workflows, runs, evaluations }: ModelUsers, drop: () => void): void {
  const words = texts.models.used
  confirm({
    title: words.title(name),
    action: texts.ui.words.delete,
    children: (
      <>
        {workflows.length > 0 && (
          <>
            <p>{words.workflows(workflows.length)}</p>
            <Names names={workflows.map((workflow) => workflow.name)} />
          </>
        )}
        {runs.length > 0 && (
          <>
            <p>{words.runs(runs.length)}</p>
            <Names names={runs.map((run) => run.workflow_name)} />
          </>
        )}
        {evaluations.length > 0 && (
          <>
            <p>{words.evaluations(evaluations.length)}</p>
            <Names names={evaluations.map((evaluation) => evaluation.export_name)} />
          </>
        )}
      </>
    ),
    onConfirm: async () => drop(),
  })
}

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - SHOWN
  return (
    <ul>
      {names.slice(0, SHOWN).map((name, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two runs of one workflow, or evaluations on one export, have the same name
        <li key={i}>{name}</li>
      ))}
      {more > 0 && <li>{texts.models.used.more(more)}</li>}
    </ul>
  )
}
