/** The figures, curves, matrix and images of a completed evaluation. */
import { useState } from 'react'
import type { ImageScore } from '../../../../shared/api/model-evaluations.ts'
import { Section } from '../../../base/ui/page.tsx'
import { firstClassesOf, reasonOf } from '../../../parts/model/evaluations/evaluation-text.ts'
import { unknownClassesOf } from '../../../parts/model/evaluations/known-names.ts'
import { texts } from '../../../texts/texts.ts'
import { CurvesSection } from '../curves/curves-section.tsx'
import { CellViewer } from '../images/cell-viewer.tsx'
import { ImageViewer } from '../images/image-viewer.tsx'
import { ImagesSection } from '../images/images-section.tsx'
import type { Cell } from '../matrix/matrix-cells.ts'
import { MatrixSection } from '../matrix/matrix-section.tsx'
import { ClassTable } from './class-table.tsx'
import classes from './evaluation.module.css'
import { Figures } from './figures.tsx'
import { MaskFigures } from './mask-figures.tsx'
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
