/** The note about models that found next to nothing: the figures, and the steps that may help. */
import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { littleFoundIn } from '../../../../shared/domain/little-found.ts'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { fileNameOf, isSuited, suitsOfRecord } from '../../../../shared/domain/suited-sources.ts'
import { formatDecimal, formatNumber } from '../../../base/format/format.ts'
import { texts } from '../../../base/messages/texts.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { useSettings } from '../../../base/settings/settings-context.tsx'
import { openGetModel, typicalUse } from '../../../parts/get-model/get-model-store.ts'
import progress from '../../../parts/run/progress.module.css'
import type { RunBlocks } from '../../../parts/run/use-run-blocks.ts'
import classes from './little-found-note.module.css'

type Found = ReturnType<typeof littleFoundIn>[number]

export function LittleFoundNote({ run, blocks }: { run: WorkflowRun; blocks: RunBlocks }) {
  const all = littleFoundIn(run.nodes)
  if (all.length === 0) return null
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
            <p className={classes.helps}>{words.whatHelps}</p>
            <Steps found={found} run={run} blocks={blocks} />
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

function Steps({ found: { nodeId }, run, blocks }: { found: Found; run: WorkflowRun; blocks: RunBlocks }) {
  const { settings, change } = useSettings()
  const { workflow_id } = run
  const words = texts.runs.littleFound
  const model = blocks.modelOf(nodeId)
  const another = () =>
    openGetModel({
      use: model ? typicalUse(model.model_type) : null,
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
  )
}
