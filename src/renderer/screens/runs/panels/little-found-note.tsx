/** The note about models that found next to nothing: the figures, and the steps that may help. */
import { IconEyeOff } from '@tabler/icons-react'
import { littleFoundIn } from '../../../../shared/domain/little-found.ts'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { fileNameOf, isSuited, suitsOfRecord } from '../../../../shared/domain/suited-sources.ts'
import { formatDecimal, formatNumber } from '../../../base/format/format.ts'
import progress from '../../../parts/run/progress/progress.module.css'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model-steps.module.css'
import { ModelSteps } from './model-steps.tsx'

type Found = ReturnType<typeof littleFoundIn>[number]

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
