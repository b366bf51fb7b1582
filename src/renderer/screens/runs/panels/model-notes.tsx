/** Notes on models that found next to nothing or whose scores are mostly near the threshold, with the steps that may help. */
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react'
import { littleFoundIn } from '../../../../shared/domain/little-found.ts'
import { doubtsOf } from '../../../../shared/domain/low-confidence.ts'
import { taskOf } from '../../../../shared/domain/model-types.ts'
import { isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { fileNameOf, isSuited, suitsOfRecord } from '../../../../shared/domain/suited-sources.ts'
import { formatDecimal, formatNumber } from '../../../base/format/format.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { openGetModel, typicalUse } from '../../../parts/model/get-model/get-model-store.ts'
import progress from '../../../parts/run/progress/progress.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model-notes.module.css'

interface ModelStepsProps {
  nodeId: string
  run: WorkflowRun
  blocks: RunBlocks
}

function ModelSteps({ nodeId, run, blocks }: ModelStepsProps) {
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

type Found = ReturnType<typeof littleFoundIn>[number]

/** The note about models that found next to nothing: the figures, and the steps that may help. */
export function LittleFoundNote({ run, blocks }: { run: WorkflowRun; blocks: RunBlocks }) {
  const all = littleFoundIn(run.nodes)
  // Without the graph the note would name the block by its id, and offer that name to the next dialog.
  if (all.length === 0 || !blocks.graph) return null
  const words = texts.runs.littleFound
  return (
    <section className={`${progress.warnings} ${classes.note}`} aria-label={words.label}>
      <IconEyeOff size={17} stroke={1.7} className={progress.sign} aria-hidden />
      <div className={classes.blocks}>
        {all.map((found) => (
          <div key={found.nodeId}>
            {sentencesOf(found, run, blocks).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <ModelSteps nodeId={found.nodeId} run={run} blocks={blocks} />
          </div>
        ))}
      </div>
    </section>
  )
}

/** The figures first, then the reasons that the run itself shows. */
function sentencesOf({ nodeId, empty, near, threshold }: Found, { source }: WorkflowRun, blocks: RunBlocks): string[] {
  const words = texts.runs.littleFound
  const title = blocks.titleOf(nodeId)
  const figures = () => {
    if (near === 0) return words.nothing(title, percent(empty))
    if (empty === 0) return words.onlyBarely(title, percent(near), formatNumber(threshold))
    return words.barely(title, percent(empty), percent(near), formatNumber(threshold))
  }
  const sentences = [figures()]
  const { class_filter } = blocks.configOf(nodeId)
  if (Array.isArray(class_filter) && class_filter.length > 0) sentences.push(words.classes(class_filter.join(', ')))
  const model = blocks.modelOf(nodeId)
  const suits = suitsOfRecord(model?.training_config)
  if (model && suits?.[0] && source?.uri && !isSuited(suits, source.uri)) {
    sentences.push(words.unsuited(model.name, fileNameOf(suits[0])))
  }
  return sentences
}

const percent = (share: number): string => formatDecimal(100 * share, 0)

/** The note beside the counts that names models whose scores are mostly near the threshold. */
export function LowConfidenceNote({ run, blocks }: { run: WorkflowRun; blocks: RunBlocks }) {
  const doubts = doubtsOf(run.nodes)
  // Without the graph the note would name the block by its id, and offer that name to the next dialog.
  if (doubts.length === 0 || !blocks.graph) return null
  const { label, found } = texts.runs.doubt
  return (
    <section className={`${progress.warnings} ${classes.note}`} aria-label={label}>
      <IconAlertTriangle size={17} stroke={1.7} className={progress.sign} aria-hidden />
      <div className={classes.blocks}>
        {doubts.map(({ nodeId, share, threshold }) => (
          <div key={nodeId}>
            <p>{found(blocks.titleOf(nodeId), formatDecimal(100 * share, 0), formatNumber(threshold))}</p>
            {isTerminal(run.status) && <ModelSteps nodeId={nodeId} run={run} blocks={blocks} />}
          </div>
        ))}
      </div>
    </section>
  )
}
