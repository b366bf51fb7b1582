/** What stands where an overlay would be when the run wrote nothing to draw it from. */
import { Button } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { texts } from '../../messages/texts.ts'
import { useHost } from '../../shell/host.ts'
import { navigate } from '../../shell/route.ts'
import { toastError } from '../../ui/toast.tsx'
import { withJsonSink } from './add-json-sink.ts'
import classes from './inspector.module.css'

export function NoFrames({ run: { workflow_id, status }, error }: { run: WorkflowRun; error: string | null }) {
  const host = useHost()
  if (status !== 'completed') {
    return (
      <div className={classes.none}>
        <p>{texts.runs.failurePanel.noResults}</p>
      </div>
    )
  }
  const add = async () => {
    if (workflow_id === null) return
    try {
      const { graph } = await host.api('workflows.get', { params: { workflow: workflow_id } })
      const changed = withJsonSink(graph)
      if (!changed) throw new Error(texts.runs.inspector.noFrames.noModel)
      await host.api('workflows.update', { params: { workflow: workflow_id }, body: { graph: changed.graph } })
      navigate({ screen: 'editor', workflowId: workflow_id, nodeId: changed.sinkId })
    } catch (failure) {
      toastError(texts.runs.inspector.noFrames.notAdded, failure)
    }
  }
  return (
    <div className={classes.none}>
      <IconBraces size={18} stroke={1.6} aria-hidden />
      <p>{error ?? texts.runs.inspector.noFrames.noJson}</p>
      {error === null && workflow_id !== null && (
        <Button variant="default" onClick={() => void add()}>
          {texts.runs.inspector.noFrames.add}
        </Button>
      )}
    </div>
  )
}
