/** The facts of a model, its classes, its licence and its own model card. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { CUSTOM_LICENSE, type Model } from '../../../../shared/api/models.ts'
import { taskOf } from '../../../../shared/domain/model-types.ts'
import { formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { figuresOf, inputSizeOf } from '../../../parts/model/models/model-facts.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './model.module.css'

const words = texts.models.modelPage
const card = texts.models.modelCard

/** The Markdown renderer is larger than the page's own code. */
const ModelReadme = lazy(async () => ({ default: (await import('../model-readme.tsx')).ModelReadme }))

export function ModelAbout({ model, names }: { model: Model; names: readonly string[] }) {
  const size = inputSizeOf(model)
  const { license_id, license_custom_text } = model
  return (
    <>
      {model.description && <p className={classes.prose}>{model.description}</p>}
      <FactList layout="page">
        <Fact name={card.task}>{card.tasks[taskOf(model)]}</Fact>
        {model.architecture && <Fact name={card.architecture}>{model.architecture}</Fact>}
        {size && <Fact name={card.input}>{size}</Fact>}
        <Fact name={card.precision}>{model.precision}</Fact>
        {figuresOf(model).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name={words.license}>
          {license_id === CUSTOM_LICENSE ? words.ownLicense : (license_id ?? words.noLicense)}
        </Fact>
        <Fact name={card.added}>
          <time dateTime={model.created_at} title={formatFullDate(model.created_at)}>
            {formatWhen(model.created_at)}
          </time>
        </Fact>
      </FactList>
      {license_id === CUSTOM_LICENSE && license_custom_text && (
        <Section title={words.license}>
          <p className={classes.license}>{license_custom_text}</p>
        </Section>
      )}
      <Section title={card.classes}>
        <ul className={classes.classes} aria-label={card.classes}>
          {names.map((name) => (
            <li key={name}>
              <ClassDot name={name} />
            </li>
          ))}
          {names.length === 0 && <li>{card.noClasses}</li>}
        </ul>
      </Section>
    </>
  )
}

/** Last on the page: it may be longer than all the rest. */
export function ModelCardText({ readme }: { readme: string }) {
  return (
    <Section title={card.card}>
      <Suspense fallback={<Skeleton height={120} radius="md" />}>
        <div className={classes.card}>
          <ModelReadme text={readme} />
        </div>
      </Suspense>
    </Section>
  )
}
