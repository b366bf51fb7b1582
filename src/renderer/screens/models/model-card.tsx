/** The card of one model: its classes, its training, and its own model card. */
import { Badge, Button, Modal } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Model } from '../../../shared/api/models.ts'
import { taskOf } from '../../../shared/domain/model-types.ts'
import { contributed, useExtensions } from '../../base/extensions/extensions.ts'
import { formatFullDate, formatWhen } from '../../base/format/format.ts'
import { hrefOf } from '../../base/navigation/route.ts'
import { ClassColors, colorsOfModel } from '../../base/ui/class-colors.ts'
import { ClassDot } from '../../base/ui/class-dot.tsx'
import { Fact, FactList } from '../../base/ui/fact.tsx'
import { PixelsText } from '../../parts/model/model-input/pixels-text.tsx'
import { classNamesOf, figuresOf, inputSizeOf } from '../../parts/model/models/model-facts.ts'
import { texts } from '../../texts/texts.ts'
import { ModelMenu } from './model-menu.tsx'
import classes from './models.module.css'
import type { Models } from './use-models.ts'

/** Loaded when a card is opened: the Markdown renderer is larger than the screen's own code. */
const ModelReadme = lazy(async () => ({ default: (await import('./model-readme.tsx')).ModelReadme }))

/** Limit of listed classes, so that they don't fill the card. */
const SHOWN_CLASSES = 24

export function ModelCard({ model, models }: { model: Model; models: Models }) {
  const [open, setOpen] = useState(false)
  const { modelActions } = useExtensions()
  const names = useMemo(() => classNamesOf(model), [model])
  const colors = useMemo(() => colorsOfModel(names), [names])
  const size = inputSizeOf(model)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>
          <a className={classes.open} href={hrefOf({ screen: 'model', modelId: model.id })}>
            {model.name}
          </a>
        </h2>
        {model.status !== 'ready' && (
          <Badge color={model.status === 'failed' ? 'red' : 'gray'}>
            {texts.models.modelCard.statuses[model.status]}
          </Badge>
        )}
        <span className={classes.gap} />
        {model.readme && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconFileText size={14} />}
            onClick={() => setOpen(true)}
          >
            {texts.models.modelCard.card}
          </Button>
        )}
        {contributed(modelActions, { model })}
        <ModelMenu model={model} models={models} />
      </div>
      {model.description && <p>{model.description}</p>}
      <ul className={classes.classes} aria-label={texts.models.modelCard.classes}>
        <ClassColors value={colors}>
          {names.slice(0, SHOWN_CLASSES).map((name) => (
            <li key={name}>
              <ClassDot name={name} />
            </li>
          ))}
        </ClassColors>
        {names.length > SHOWN_CLASSES && <li>{texts.models.modelCard.moreClasses(names.length - SHOWN_CLASSES)}</li>}
        {names.length === 0 && <li>{texts.models.modelCard.noClasses}</li>}
      </ul>
      <FactList layout="card" className={classes.facts}>
        <Fact name={texts.models.modelCard.task}>{texts.models.modelCard.tasks[taskOf(model)]}</Fact>
        {model.architecture && <Fact name={texts.models.modelCard.architecture}>{model.architecture}</Fact>}
        {size && <Fact name={texts.models.modelCard.input}>{size}</Fact>}
        {model.conversion_in_use && (
          <Fact name={texts.modelInput.pixels}>
            <PixelsText inUse={model.conversion_in_use} />
          </Fact>
        )}
        <Fact name={texts.models.modelCard.precision}>{model.precision}</Fact>
        {figuresOf(model).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name={texts.models.modelCard.added}>
          <time dateTime={model.created_at} title={formatFullDate(model.created_at)}>
            {formatWhen(model.created_at)}
          </time>
        </Fact>
      </FactList>
      {model.readme && (
        <Modal opened={open} onClose={() => setOpen(false)} title={model.name} size="lg">
          <Suspense fallback={null}>
            <ModelReadme text={model.readme} />
          </Suspense>
        </Modal>
      )}
    </li>
  )
}
