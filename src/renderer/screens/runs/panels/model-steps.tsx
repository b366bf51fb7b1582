/** The steps that may help when a model finds too little: another model, a lower confidence, a preview. */
import { Button } from '@mantine/core'
import { taskOf } from '../../../../shared/domain/model-types.ts'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { openGetModel, typicalUse } from '../../../parts/model/get-model/get-model-store.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model-steps.module.css'

interface ModelStepsProps {
  nodeId: string
  run: WorkflowRun
  blocks: RunBlocks
}

export function ModelSteps({ nodeId, run, blocks }: ModelStepsProps) {
  const { settings, change } = useSettings()
  const { workflow_id } = run
  const words = texts.runs.littleFound
  const model = blocks.modelOf(nodeId)
  const another = () =>
    openGetModel({
      use: model ? typicalUse(taskOf(model)) : null,
      receiver:
        workflow_id === null
          ? null
          : { workflowId: workflow_id, nodeId, title: blocks.titleOf(nodeId), field: 'model_id' },
    })
  const openEditor = (field?: string) => {
    if (workflow_id === null) return
    if (!settings.preview) change({ preview: true })
    navigate({ screen: 'editor', workflowId: workflow_id, nodeId, ...(field !== undefined && { field }) })
  }
  return (
    <>
      <p className={classes.helps}>{words.whatHelps}</p>
      <div className={classes.steps}>
        <Button variant="light" onClick={another}>
          {words.another}
        </Button>
        {workflow_id !== null && (
          <>
            <Button variant="default" onClick={() => openEditor('confidence_threshold')}>
              {words.lower}
            </Button>
            <Button variant="default" onClick={() => openEditor()}>
              {words.preview}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
