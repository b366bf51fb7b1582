/** Shows the facts of the chosen model: task, input, classes, and its speed in the last run on this machine. */
import { Anchor, Text } from '@mantine/core'
import type { Model } from '../../../../../shared/api/models.ts'
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import { taskOf } from '../../../../../shared/domain/model-types.ts'
import { formatDecimal } from '../../../../base/format/format.ts'
import { ClassDot } from '../../../../base/ui/class-dot.tsx'
import { PixelsText } from '../../../../parts/model/model-input/input-facts.tsx'
import { openModelInput } from '../../../../parts/model/model-input/model-input-store.ts'
import { classNamesOf, figuresOf, inputSizeOf } from '../../../../parts/model/models/model-facts.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from './model-facts-card.module.css'

const SHOWN_CLASSES = 8

interface ModelFactsCardProps {
  model: Model
  /** Measured for this block in its last run; null before the first run. */
  msPerFrame: number | null
  /** The video or image of the workflow. */
  source: PickedSource | null
}

export function ModelFactsCard({ model, msPerFrame, source }: ModelFactsCardProps) {
  const names = classNamesOf(model)
  const size = inputSizeOf(model)
  const [figure] = figuresOf(model)
  const facts: [string, string][] = [[texts.models.modelCard.task, texts.models.modelCard.tasks[taskOf(model)]]]
  facts.push([texts.models.modelCard.precision, model.precision])
  if (msPerFrame !== null && msPerFrame > 0)
    facts.push([
      texts.blocks.modelFactsCard.speed,
      texts.blocks.modelFactsCard.msPerFrame(formatDecimal(msPerFrame, 1)),
    ])
  if (figure) facts.push([figure.name, figure.value])
  return (
    <div className={classes.card} data-testid="model-card">
      {model.description && (
        <Text size="xs" lineClamp={2}>
          {model.description}
        </Text>
      )}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.models.modelCard.input}</dt>
          <dd>
            {size}
            {size && ' '}
            {model.conversion_in_use && <PixelsText inUse={model.conversion_in_use} />}{' '}
            <Anchor component="button" type="button" size="xs" onClick={() => openModelInput(model, source)}>
              {texts.modelInput.change}
            </Anchor>
          </dd>
        </div>
      </dl>
      <ul aria-label={texts.blocks.modelFactsCard.classes}>
        {names.slice(0, SHOWN_CLASSES).map((name) => (
          <li key={name}>
            <ClassDot name={name} />
          </li>
        ))}
        {names.length > SHOWN_CLASSES && <li>{texts.models.modelCard.moreClasses(names.length - SHOWN_CLASSES)}</li>}
        {names.length === 0 && <li>{texts.models.modelCard.noClasses}</li>}
      </ul>
    </div>
  )
}
