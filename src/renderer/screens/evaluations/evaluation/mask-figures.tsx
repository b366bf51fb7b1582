/** The figures of the masks of a segmentation model. */
import type { SegmentationMetrics } from '../../../../shared/api/model-evaluations.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { Share } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './evaluation.module.css'

const words = texts.evaluations.page.segmentation

export function MaskFigures({ metrics: { mean_iou, mask_map, per_class } }: { metrics: SegmentationMetrics }) {
  return (
    <Section title={words.title}>
      <p className={classes.prose}>{words.about}</p>
      <dl className={classes.figures}>
        <div>
          <dt>{words.meanIou}</dt>
          <dd>
            <Share value={mean_iou} />
          </dd>
        </div>
        <div>
          <dt>{words.maskMap}</dt>
          <dd>
            <Share value={mask_map} />
          </dd>
        </div>
      </dl>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={words.title}>
          <thead>
            <tr>
              <th scope="col">{texts.evaluations.page.className}</th>
              <th scope="col">{words.iou}</th>
              <th scope="col">{words.maskAp}</th>
            </tr>
          </thead>
          <tbody>
            {per_class.map(({ class_name, iou, mask_ap }) => (
              <tr key={class_name}>
                <th scope="row">
                  <ClassDot name={class_name} />
                </th>
                <td>
                  <Share value={iou} />
                </td>
                <td>
                  <Share value={mask_ap} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
