/** Images as rows with their counts; a row opens its image. */
import type { ImageScore } from '../../../../shared/api/model-evaluations.ts'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import classes from '../evaluation/evaluation.module.css'
import images from './images.module.css'

const words = texts.evaluations.images
const COUNTS = ['gt_count', 'pred_count', 'tp', 'fp', 'fn'] as const
const TITLES: Record<(typeof COUNTS)[number], string> = {
  gt_count: words.view.truth,
  pred_count: words.view.predictions,
  tp: texts.evaluations.page.figure.tp,
  fp: texts.evaluations.page.figure.fp,
  fn: texts.evaluations.page.figure.fn,
}

interface ImageTableProps {
  images: readonly ImageScore[]
  /** Null when the images can’t be opened. */
  onOpen: ((index: number) => void) | null
}

export function ImageTable({ images: all, onOpen }: ImageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows scroll, and the keyboard must reach them
    <section className={classes.scroll} tabIndex={0} aria-label={words.title}>
      <table className={classes.table} aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.filename}</th>
            {COUNTS.map((name) => (
              <th key={name} scope="col">
                {TITLES[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((image, i) => (
            <tr key={image.position}>
              <th scope="row">
                {onOpen ? (
                  <button type="button" className={images.open} onClick={() => onOpen(i)}>
                    {image.filename}
                  </button>
                ) : (
                  image.filename
                )}
              </th>
              {COUNTS.map((name) => (
                <td key={name}>{formatCount(image[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
