/** Two evaluations side by side. */
import { Button, Select, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconArrowsExchange, IconCheck } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { BACKGROUND, type ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { formatNumber, formatWhen } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { ClassColors, colorsOfModel, useClassColor } from '../../../base/ui/class-colors.ts'
import { LoadError, Page, Section, useTitle } from '../../../base/ui/page.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { exportNameOf } from '../../../parts/model/evaluations/evaluation-text.ts'
import { texts } from '../../../texts/texts.ts'
import { CurveChart, CurveLegend, DASHES } from '../curves/curve-chart.tsx'
import curves from '../curves/curves.module.css'
import evaluation from '../evaluation/evaluation.module.css'
import { type NamedEvaluation, useEvaluation } from '../evaluation/use-evaluation.ts'
import classes from './compare.module.css'
import { ClassDifferences, FigureDifferences } from './differences.tsx'

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

const page = texts.evaluations.page

/** The two evaluations by name, and the limits of their comparison. */
function Sides({ a, b }: { a: NamedEvaluation; b: NamedEvaluation }) {
  const [first, second] = [a.evaluation, b.evaluation]
  const isSameExport = first.export_id !== null && first.export_id === second.export_id
  const hasSameThresholds =
    first.iou_threshold === second.iou_threshold && first.confidence_threshold === second.confidence_threshold
  return (
    <>
      <ul className={classes.sides} aria-label={words.sides}>
        <Side name={words.first} side={a} />
        <Side name={words.second} side={b} />
      </ul>
      {isSameExport ? (
        <p className={classes.fair}>
          <IconCheck size={15} aria-hidden />
          {words.sameExport}
        </p>
      ) : (
        <Warning>{words.otherExports}</Warning>
      )}
      {!hasSameThresholds && <Warning>{words.otherThresholds}</Warning>}
    </>
  )
}

function Side({ name, side: { evaluation, names } }: { name: string; side: NamedEvaluation }) {
  return (
    <li>
      <b>{name}</b>
      <span>
        <a href={hrefOf({ screen: 'evaluation', evaluationId: evaluation.id })}>{names.modelOf(evaluation)}</a>
        <small>
          {[
            names.datasetOf(evaluation),
            exportNameOf(evaluation),
            evaluation.created_at === null ? null : formatWhen(evaluation.created_at),
          ]
            .filter((part) => part !== null)
            .join(', ')}
        </small>
        <small>
          {`${page.iou} ${formatNumber(evaluation.iou_threshold)}, ${page.confidence} ${formatNumber(evaluation.confidence_threshold)}`}
        </small>
      </span>
    </li>
  )
}

const Warning = ({ children }: { children: string }) => (
  <p className={classes.warning}>
    <IconAlertTriangle size={15} aria-hidden />
    {children}
  </p>
)

/** The curves of one class in two evaluations. */
function ComparedCurves({ a, b }: { a: ModelEvaluation; b: ModelEvaluation }) {
  const host = useHost()
  const colorOf = useClassColor()
  const load = useCallback(
    () =>
      Promise.all(
        [a.id, b.id].map((evaluation_id) => host.api('modelEvaluations.curves', { params: { evaluation_id } })),
      ),
    [host, a.id, b.id],
  )
  const { value, error, reload } = useResource(load)
  const [chosen, setChosen] = useState<string | null>(null)
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set([words.first, words.second]))
  const [at, setAt] = useState<number | null>(null)
  const [ofA, ofB] = value ?? []
  const inB = new Set(ofB?.classes.map(({ class_name }) => class_name))
  const common = (ofA?.classes ?? []).map(({ class_name }) => class_name).filter((name) => inB.has(name))
  const name = chosen ?? common[0]
  const lines = [ofA, ofB].flatMap((side, i) => {
    const found = side?.classes.find(({ class_name }) => class_name === name)
    if (!found) return []
    const label = i === 0 ? words.first : words.second
    const line = { key: label, label, color: colorOf(found.class_name), dash: DASHES[i] ?? null }
    return [{ ...line, points: found.points, ap: found.ap }]
  })
  return (
    <Section title={words.curves}>
      {!value && <NotLoaded title={texts.evaluations.page.curves.cannotShow} error={error} reload={reload} />}
      {value && name === undefined && <p className={curves.prose}>{words.noCurves}</p>}
      {value && name !== undefined && (
        <>
          <Select
            className={classes.choice}
            label={words.curveOf}
            description={words.curvesHint}
            data={common}
            value={name}
            onChange={setChosen}
            allowDeselect={false}
            searchable
          />
          <div className={curves.curves} onPointerLeave={() => setAt(null)}>
            <CurveChart lines={lines.filter(({ key }) => drawn.has(key))} at={at} onAt={setAt} />
            <CurveLegend lines={lines} drawn={drawn} at={at} onDrawn={setDrawn} />
          </div>
        </>
      )}
    </Section>
  )
}
