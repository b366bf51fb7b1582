/** The precision-recall curves of an evaluation with their legend. */
import { useCallback, useMemo, useState } from 'react'
import type { ModelEvaluation, PrecisionRecallCurves } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { Section } from '../../../base/ui/page.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { CurveChart, CurveLegend, DASHES } from './curve-chart.tsx'
import classes from './curves.module.css'

const words = texts.evaluations.page.curves

/** More lines at first could not be distinguished. */
const DRAWN_AT_FIRST = 8

export function CurvesSection({ evaluation }: { evaluation: ModelEvaluation }) {
  const host = useHost()
  const { id } = evaluation
  const load = useCallback(() => host.api('modelEvaluations.curves', { params: { evaluation_id: id } }), [host, id])
  const { value, error, reload } = useResource(load)
  return (
    <Section title={words.title}>
      {!value && <NotLoaded title={words.cannotShow} error={error} reload={reload} />}
      {value &&
        (value.classes.length === 0 ? (
          <p className={classes.prose}>{words.none}</p>
        ) : isEmpty(value) ? (
          <p className={classes.prose}>{words.noneFound}</p>
        ) : (
          <Curves curves={value} evaluation={evaluation} />
        ))}
    </Section>
  )
}

/** Points at a recall of 0 draw no line. */
const isEmpty = ({ classes: all }: PrecisionRecallCurves): boolean =>
  all.every(({ points }) => points.every(({ recall }) => recall === 0))

function Curves({ curves, evaluation }: { curves: PrecisionRecallCurves; evaluation: ModelEvaluation }) {
  const colorOf = useClassColor()
  const lines = useMemo(() => {
    const support = new Map((evaluation.per_class_metrics ?? []).map((one) => [one.class_name, one.support]))
    return [...curves.classes]
      .sort((a, b) => (support.get(b.class_name) ?? 0) - (support.get(a.class_name) ?? 0))
      .map(({ class_name, ap, points }, i) => ({
        key: class_name,
        label: class_name,
        ap,
        points,
        color: colorOf(class_name),
        dash: DASHES[i % DASHES.length] ?? null,
      }))
  }, [curves, evaluation.per_class_metrics, colorOf])
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(
    () => new Set(lines.slice(0, DRAWN_AT_FIRST).map(({ key }) => key)),
  )
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      <p className={classes.prose}>{words.about}</p>
      <div className={classes.curves} onPointerLeave={() => setAt(null)}>
        <CurveChart lines={lines.filter(({ key }) => drawn.has(key))} at={at} onAt={setAt} />
        <CurveLegend lines={lines} drawn={drawn} at={at} onDrawn={setDrawn} />
      </div>
    </>
  )
}
