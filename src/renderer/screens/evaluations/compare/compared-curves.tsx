/** The curves of one class in two evaluations. */
import { Select } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { DASHES } from '../curves/curve.ts'
import { CurveChart } from '../curves/curve-chart.tsx'
import { CurveLegend } from '../curves/curve-legend.tsx'
import curves from '../curves/curves.module.css'
import classes from './compare.module.css'

const words = texts.evaluations.compare

export function ComparedCurves({ a, b }: { a: ModelEvaluation; b: ModelEvaluation }) {
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
