/** Two evaluations side by side. */
import { Button, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMemo } from 'react'
import { BACKGROUND } from '../../../../shared/api/model-evaluations.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { LoadError } from '../../../base/ui/empty.tsx'
import { Page, Section } from '../../../base/ui/page.tsx'
import { useTitle } from '../../../base/ui/use-title.ts'
import { texts } from '../../../texts/texts.ts'
import evaluation from '../evaluation/evaluation.module.css'
import { type NamedEvaluation, useEvaluation } from '../evaluation/use-evaluation.ts'
import { ClassDifferences } from './class-differences.tsx'
import { ComparedCurves } from './compared-curves.tsx'
import { FigureDifferences } from './figure-differences.tsx'
import { Sides } from './sides.tsx'

const words = texts.evaluations.compare

interface CompareEvaluationsScreenProps {
  evaluationA: string
  evaluationB: string
}

export function CompareEvaluationsScreen({ evaluationA, evaluationB }: CompareEvaluationsScreenProps) {
  useTitle(words.title)
  const a = useEvaluation(evaluationA)
  const b = useEvaluation(evaluationB)
  const error = a.error ?? b.error
  const reload = () => void Promise.all([a.reload(), b.reload()])
  return (
    <Page
      title={words.title}
      actions={
        <>
          <a className={evaluation.back} href={hrefOf({ screen: 'evaluations' })}>
            {texts.evaluations.page.back}
          </a>
          <Button
            component="a"
            variant="default"
            leftSection={<IconArrowsExchange size={15} />}
            href={hrefOf({ screen: 'compare-evaluations', evaluationA: evaluationB, evaluationB: evaluationA })}
          >
            {words.swap}
          </Button>
        </>
      }
    >
      {a.value && b.value ? (
        <Comparison a={a.value} b={b.value} />
      ) : error !== null ? (
        <LoadError title={words.cannotShow} message={error} onRetry={reload} />
      ) : (
        <Skeleton height={160} radius="md" role="status" aria-label={texts.access.loading} />
      )}
    </Page>
  )
}

function Comparison({ a, b }: { a: NamedEvaluation; b: NamedEvaluation }) {
  const colors = useMemo(() => {
    const labels = [a, b].flatMap(({ evaluation: { confusion_matrix } }) => confusion_matrix?.labels ?? [])
    return colorsOfModel([...new Set(labels)].filter((label) => label !== BACKGROUND))
  }, [a, b])
  const [metricsA, metricsB] = [a.evaluation.overall_metrics, b.evaluation.overall_metrics]
  if (a.evaluation.id === b.evaluation.id) return <p className={evaluation.prose}>{words.same}</p>
  if (!metricsA || !metricsB) return <p className={evaluation.prose}>{words.notCompleted}</p>
  return (
    <ClassColors value={colors}>
      <div className={evaluation.content}>
        <Sides a={a} b={b} />
        <Section title={words.figures}>
          <FigureDifferences a={metricsA} b={metricsB} />
        </Section>
        <Section title={words.perClass}>
          <ClassDifferences a={a.evaluation.per_class_metrics ?? []} b={b.evaluation.per_class_metrics ?? []} />
        </Section>
        <ComparedCurves a={a.evaluation} b={b.evaluation} />
      </div>
    </ClassColors>
  )
}
