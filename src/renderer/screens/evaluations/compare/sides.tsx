/** The two evaluations by name, and the limits of their comparison. */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { formatNumber, formatWhen } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { exportNameOf } from '../../../parts/model/evaluations/known-names.ts'
import { texts } from '../../../texts/texts.ts'
import type { NamedEvaluation } from '../evaluation/use-evaluation.ts'
import classes from './compare.module.css'

const words = texts.evaluations.compare
const page = texts.evaluations.page

export function Sides({ a, b }: { a: NamedEvaluation; b: NamedEvaluation }) {
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
