/** The images of an evaluation: those with the most and the fewest errors, and all of them. */
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ImageScore, ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { NotLoaded } from '../../../base/ui/not-loaded.tsx'
import { Section } from '../../../base/ui/page.tsx'
import { texts } from '../../../texts/texts.ts'
import { ImageGrid } from './image-grid.tsx'
import { ImageTable } from './image-table.tsx'
import classes from './images.module.css'
import { useImageList } from './use-image-list.ts'

const words = texts.evaluations.images

type List = 'worst' | 'best' | 'all'

interface ImagesSectionProps {
  evaluation: ModelEvaluation
  /** Null when the export was deleted. */
  exportId: string | null
  onOpen(images: readonly ImageScore[], index: number): void
}

export function ImagesSection({ evaluation, exportId, onOpen }: ImagesSectionProps) {
  const [list, setList] = useState<List>('worst')
  const [view, setView] = useState<'grid' | 'table'>('grid')
  const ranked = list === 'best' ? evaluation.best_images : evaluation.worst_images
  const shown = { exportId, onOpen, view }
  return (
    <Section title={words.title}>
      {exportId === null && <p className={classes.note}>{words.exportDeleted}</p>}
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={words.lists}
          value={list}
          onChange={(value) => setList(value as List)}
          data={[
            { value: 'worst', label: words.worst },
            { value: 'best', label: words.best },
            { value: 'all', label: words.all },
          ]}
        />
        {exportId !== null && (
          <SegmentedControl
            aria-label={words.showAs}
            value={view}
            onChange={(value) => setView(value === 'table' ? 'table' : 'grid')}
            data={[
              { value: 'grid', label: words.grid },
              { value: 'table', label: words.table },
            ]}
          />
        )}
      </div>
      {list === 'all' ? (
        <AllImages evaluationId={evaluation.id} {...shown} />
      ) : (
        <Images images={ranked ?? []} {...shown} />
      )}
    </Section>
  )
}

interface ImagesProps {
  images: readonly ImageScore[]
  exportId: string | null
  view: 'grid' | 'table'
  onOpen: ImagesSectionProps['onOpen']
}

function Images({ images, exportId, view, onOpen }: ImagesProps) {
  const open = (index: number) => onOpen(images, index)
  if (images.length === 0) return <p className={classes.note}>{words.none}</p>
  if (exportId === null) return <ImageTable images={images} onOpen={null} />
  if (view === 'table') return <ImageTable images={images} onOpen={open} />
  return <ImageGrid images={images} exportId={exportId} onOpen={open} />
}

function AllImages({ evaluationId, ...shown }: Omit<ImagesProps, 'images'> & { evaluationId: string }) {
  const { images, total, error, readMore } = useImageList(evaluationId, null)
  if (total === null) return <NotLoaded title={words.cannotShow} error={error} reload={async () => readMore()} />
  return (
    <>
      <Images images={images} {...shown} />
      {images.length < total && (
        <Button variant="default" mt="sm" onClick={readMore}>
          {words.more}
        </Button>
      )}
    </>
  )
}
