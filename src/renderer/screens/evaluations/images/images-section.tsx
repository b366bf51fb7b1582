/** The images of an evaluation: those with the most and the fewest errors, and all of them, as cards or as a table. */
import { Button, SegmentedControl } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImageScore, ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { Section } from '../../../base/ui/page.tsx'
import { NotLoaded } from '../../../base/ui/resource.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import tables from '../evaluation/evaluation.module.css'
import type { Cell } from '../matrix/matrix-cells.ts'
import { useExportImageUrl } from './image-stage.tsx'
import classes from './images.module.css'

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

interface ImageGridProps {
  images: readonly ImageScore[]
  exportId: string
  onOpen(index: number): void
}

/** Images as cards with their counts; a card opens its image. */
function ImageGrid({ images, exportId, onOpen }: ImageGridProps) {
  return (
    <ul className={classes.grid} aria-label={words.title}>
      {images.map((image, i) => (
        <li key={image.position}>
          <button type="button" onClick={() => onOpen(i)} aria-label={words.open(image.filename)}>
            <Thumbnail exportId={exportId} position={image.position} />
            <span className={classes.file} title={image.filename}>
              {image.filename}
            </span>
            <span className={classes.counts}>{words.counts(image.tp, image.fp, image.fn)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ exportId, position }: { exportId: string; position: number }) {
  const url = useExportImageUrl(exportId, position)
  const [isGone, setGone] = useState(false)
  if (isGone) {
    return (
      <span className={classes.gone}>
        <IconPhotoOff size={22} stroke={1.6} aria-hidden />
      </span>
    )
  }
  return <img src={url} alt="" loading="lazy" onError={() => setGone(true)} />
}

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

/** Images as rows with their counts; a row opens its image. */
function ImageTable({ images: all, onOpen }: ImageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the rows scroll, and the keyboard must reach them
    <section className={tables.scroll} tabIndex={0} aria-label={words.title}>
      <table className={tables.table} aria-label={words.title}>
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
                  <button type="button" className={classes.open} onClick={() => onOpen(i)}>
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

const PAGE = 50

interface ImageList {
  images: readonly ImageScore[]
  /** Null until the first page has been read. */
  total: number | null
  error: string | null
  /** Reads the next page. Does nothing after the last page, and while a page is being read. */
  readMore(): void
}

/**
 * Reads the images of an evaluation, or those of a cell of its confusion matrix, page by page.
 * @param cell stable across renders; null lists all images, most errors first
 */
export function useImageList(evaluationId: string, cell: Cell | null): ImageList {
  const host = useHost()
  const [images, setImages] = useState<readonly ImageScore[]>([])
  const [total, setTotal] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const reading = useRef(false)

  const read = useCallback(
    async (offset: number) => {
      if (reading.current) return
      reading.current = true
      try {
        const params = { evaluation_id: evaluationId }
        const page = await host.api('modelEvaluations.images', { params, query: { limit: PAGE, offset, ...cell } })
        setImages((before) => [...before.slice(0, offset), ...page.data])
        setTotal(page.total)
        setError(null)
      } catch (failure) {
        setError(errorText(failure))
      } finally {
        reading.current = false
      }
    },
    [host, evaluationId, cell],
  )
  useEffect(() => void read(0), [read])

  return {
    images,
    total,
    error,
    readMore: () => {
      if (total === null || images.length < total) void read(images.length)
    },
  }
}
