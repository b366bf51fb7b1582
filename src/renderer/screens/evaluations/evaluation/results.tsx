/** The figures, curves, matrix and images of a completed evaluation. */
import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { ClassMetrics, ImageScore, SegmentationMetrics } from '../../../../shared/api/model-evaluations.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { NotLoaded } from '../../../base/ui/resource.tsx'
import { SortButton } from '../../../base/ui/sort-button.tsx'
import { firstClassesOf, reasonOf, unknownClassesOf } from '../../../parts/model/evaluations/evaluation-text.ts'
import { Share } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { CurvesSection } from '../curves/curves-section.tsx'
import { ImageViewer } from '../images/image-viewer.tsx'
import { ImagesSection, useImageList } from '../images/images-section.tsx'
import type { Cell } from '../matrix/matrix-cells.ts'
import { MatrixSection } from '../matrix/matrix-section.tsx'
import classes from './evaluation.module.css'
import { Figures } from './figures.tsx'
import type { NamedEvaluation } from './use-evaluation.ts'

const words = texts.evaluations.page

interface Opened {
  images: readonly ImageScore[]
  index: number
}

export function Results({ evaluation, hasExport }: NamedEvaluation) {
  const { overall_metrics, per_class_metrics, confusion_matrix, seg_metrics, failed_images } = evaluation
  const [cell, setCell] = useState<Cell | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const exportId = hasExport ? evaluation.export_id : null
  const unknown = unknownClassesOf(evaluation)
  return (
    <>
      {failed_images > 0 && (
        <p className={classes.warning}>{reasonOf(evaluation) ?? words.failedImages(failed_images)}</p>
      )}
      {unknown.length > 0 && (
        <p className={classes.warning}>{texts.evaluations.create.missingClasses(firstClassesOf(unknown))}</p>
      )}
      {overall_metrics && <Figures metrics={overall_metrics} />}
      <CurvesSection evaluation={evaluation} />
      {confusion_matrix && <MatrixSection matrix={confusion_matrix} onOpen={exportId === null ? null : setCell} />}
      {per_class_metrics && (
        <Section title={words.perClass}>
          <ClassTable metrics={per_class_metrics} />
        </Section>
      )}
      {seg_metrics && <MaskFigures metrics={seg_metrics} />}
      <ImagesSection
        evaluation={evaluation}
        exportId={exportId}
        onOpen={(images, index) => setOpened({ images, index })}
      />
      {cell && exportId !== null && (
        <CellViewer evaluationId={evaluation.id} exportId={exportId} cell={cell} onClose={() => setCell(null)} />
      )}
      {opened && exportId !== null && (
        <ImageViewer
          evaluationId={evaluation.id}
          exportId={exportId}
          images={opened.images}
          total={opened.images.length}
          index={opened.index}
          onIndex={(index) => setOpened({ ...opened, index })}
          cell={null}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

const maskTexts = texts.evaluations.page.segmentation

/** The figures of the masks of a segmentation model. */
function MaskFigures({ metrics: { mean_iou, mask_map, per_class } }: { metrics: SegmentationMetrics }) {
  return (
    <Section title={maskTexts.title}>
      <p className={classes.prose}>{maskTexts.about}</p>
      <dl className={classes.figures}>
        <div>
          <dt>{maskTexts.meanIou}</dt>
          <dd>
            <Share value={mean_iou} />
          </dd>
        </div>
        <div>
          <dt>{maskTexts.maskMap}</dt>
          <dd>
            <Share value={mask_map} />
          </dd>
        </div>
      </dl>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={maskTexts.title}>
          <thead>
            <tr>
              <th scope="col">{texts.evaluations.page.className}</th>
              <th scope="col">{maskTexts.iou}</th>
              <th scope="col">{maskTexts.maskAp}</th>
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

const COLUMNS = ['class_name', 'support', 'ap', 'precision', 'recall', 'f1', 'tp', 'fp', 'fn'] as const
type Column = (typeof COLUMNS)[number]
const TITLES: Record<Column, string> = {
  class_name: words.className,
  support: words.support,
  ap: words.ap,
  precision: words.figure.precision,
  recall: words.figure.recall,
  f1: words.figure.f1,
  tp: words.figure.tp,
  fp: words.figure.fp,
  fn: words.figure.fn,
}

/** The figures of each class; a heading sorts by its column. */
function ClassTable({ metrics }: { metrics: readonly ClassMetrics[] }) {
  const [sort, setSort] = useState<{ by: Column; descending: boolean }>({ by: 'support', descending: true })
  const rows = [...metrics].sort((a, b) => (sort.descending ? -1 : 1) * compared(a[sort.by], b[sort.by]))
  const orderOf = (column: Column) => (sort.by === column ? (sort.descending ? 'descending' : 'ascending') : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows scroll, and the keyboard must reach them
    <section className={classes.scroll} tabIndex={0} aria-label={words.perClass}>
      <table className={classes.table} aria-label={words.perClass}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" aria-sort={orderOf(column)}>
                <SortButton
                  title={TITLES[column]}
                  order={orderOf(column)}
                  onSort={() =>
                    setSort({ by: column, descending: sort.by === column ? !sort.descending : column !== 'class_name' })
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.class_name}>
              <th scope="row">
                <ClassDot name={row.class_name} />
              </th>
              <td>{formatCount(row.support)}</td>
              {(['ap', 'precision', 'recall', 'f1'] as const).map((name) => (
                <td key={name}>
                  <Share value={row[name]} />
                </td>
              ))}
              {(['tp', 'fp', 'fn'] as const).map((name) => (
                <td key={name}>{formatCount(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Undefined figures are less than 0. */
function compared(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return Number(a ?? -1) - Number(b ?? -1)
}

const viewerTexts = texts.evaluations.images

interface CellViewerProps {
  evaluationId: string
  exportId: string
  cell: Cell
  onClose(): void
}

/** The images of a cell of the confusion matrix. */
function CellViewer({ evaluationId, exportId, cell, onClose }: CellViewerProps) {
  const { images, total, error, readMore } = useImageList(evaluationId, cell)
  const [index, setIndex] = useState(0)
  if (total === null || images.length === 0) {
    return (
      <Modal opened onClose={onClose} title={viewerTexts.title}>
        {total === null ? (
          <NotLoaded title={viewerTexts.cannotShow} error={error} reload={async () => readMore()} />
        ) : (
          <p>{viewerTexts.none}</p>
        )}
      </Modal>
    )
  }
  const go = (to: number) => {
    if (to < images.length) setIndex(to)
    // The next page is read before its first image is asked for.
    if (to >= images.length - 2) readMore()
  }
  return (
    <ImageViewer
      evaluationId={evaluationId}
      exportId={exportId}
      images={images}
      total={total}
      index={index}
      cell={cell}
      onClose={onClose}
      onIndex={go}
    />
  )
}
