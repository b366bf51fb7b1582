/** Statistics of a data set: classes, statuses, annotations per image, sizes. Bars lead to the images they count. */

import { type ReactNode, useCallback } from 'react'
import { type DatasetInsights, IMAGE_STATUSES } from '../../../../shared/api/datasets.ts'
import { own } from '../../../../shared/domain/own.ts'
import { formatBytes, formatDecimal } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { formatCount } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'
import { EVERY_IMAGE, formatQuery, type ImageQuery } from '../query/image-query.ts'
import classes from './insights.module.css'

const { insights: words, words: names } = texts.data
/** Bars of a chart; the rest is counted. */
const MOST_BARS = 30

interface Bar {
  key: string
  label: ReactNode
  count: number
  /** The address of the images that the bar counts. */
  href?: string | undefined
  /** The tooltip of the link. */
  hint?: string | undefined
  color?: string | undefined
}

/** A chart of horizontal bars; a bar with an address leads to its images. */
function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ key, label: name, count, href, hint, color }) => {
        const content = (
          <>
            <span className={classes.label}>{name}</span>
            <span className={classes.track}>
              <span style={{ width: `${(100 * count) / most}%`, ...(color && { background: color }) }} />
            </span>
            <span className={classes.count} data-none={count === 0 || undefined}>
              {formatCount(count)}
            </span>
          </>
        )
        return (
          <li key={key}>
            {href === undefined || count === 0 ? (
              <span className={classes.bar}>{content}</span>
            ) : (
              <a className={classes.bar} href={href} title={hint}>
                {content}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Groups images by their number of annotations. */

interface DensityGroup {
  least: number
  /** The same as the least for a group of one number; null for no end. */
  most: number | null
  images: number
}

const EDGES = [0, 1, 2, 3, 4, 5, 10, 20, 50, 100] as const

/** @param density numbers of annotations, mapped to numbers of images; groups after the last image are left out */
export function densityGroups(density: Readonly<Record<string, number>>): DensityGroup[] {
  const groups = EDGES.map((least, i): DensityGroup => {
    const next = EDGES[i + 1]
    return { least, most: next === undefined ? null : next - 1, images: 0 }
  })
  for (const [number, images] of Object.entries(density)) {
    const group = groups.findLast(({ least }) => least <= Number(number))
    if (group) group.images += images
  }
  const last = groups.findLastIndex(({ images }) => images > 0)
  return groups.slice(0, last + 1)
}

export function InsightsPage({ datasetId }: { datasetId: string }) {
  const host = useHost()
  const { value, error, reload } = useResource(
    useCallback(() => host.api('datasets.insights', { params: { dataset: datasetId } }), [host, datasetId]),
  )
  const imagesWith = (part: Partial<ImageQuery>) =>
    hrefOf({ screen: 'dataset', datasetId, query: formatQuery({ ...EVERY_IMAGE, ...part }) })
  if (value === undefined) return <NotLoaded title={words.failed} error={error} reload={reload} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the charts scroll, and the keyboard must reach them
    <section className={classes.page} tabIndex={0} aria-label={texts.data.dataset.pages.insights}>
      <Figures insights={value} />
      <div className={classes.charts}>
        <Chart title={words.classes} note={words.classesHint}>
          <ClassBars insights={value} imagesWith={imagesWith} />
        </Chart>
        <Chart title={words.statuses}>
          <BarList
            label={words.statuses}
            bars={IMAGE_STATUSES.map((status) => ({
              key: status,
              label: names.statuses[status],
              count: value.status_counts[status],
              href: imagesWith({ statuses: [status] }),
              hint: words.showImages,
            }))}
          />
        </Chart>
        <Chart title={words.density}>
          <BarList
            label={words.density}
            bars={densityGroups(value.annotation_density).map(({ least, most, images }) => ({
              key: String(least),
              label: words.range(least, most),
              count: images,
              href: imagesWith({ annotated: least > 0 ? 'yes' : 'no' }),
              hint: least > 0 ? words.showAnnotated : words.showImages,
            }))}
          />
        </Chart>
        <Chart title={words.sizes} note={sizesNote(value)}>
          <BarList
            label={words.sizes}
            bars={value.dimensions.sizes.slice(0, MOST_BARS).map(({ width, height, count }) => ({
              key: `${width} ${height}`,
              label: texts.data.image.pixels(width, height),
              count,
            }))}
          />
        </Chart>
      </div>
    </section>
  )
}

function Figures({ insights }: { insights: DatasetInsights }) {
  return (
    <FactList layout="page" label={words.figures}>
      <Fact name={words.images}>{formatCount(insights.total_images)}</Fact>
      <Fact name={words.annotatedImages}>{formatCount(insights.annotated_images)}</Fact>
      <Fact name={words.annotations}>{formatCount(insights.total_annotations)}</Fact>
      <Fact name={words.perImage}>{formatDecimal(insights.avg_annotations_per_image, 1)}</Fact>
      <Fact name={words.bytes}>{formatBytes(insights.total_bytes)}</Fact>
    </FactList>
  )
}

interface ClassBarsProps {
  insights: DatasetInsights
  imagesWith(part: Partial<ImageQuery>): string
}

function ClassBars({ insights, imagesWith }: ClassBarsProps) {
  const colorOf = useClassColor()
  const counts = Object.entries(insights.class_annotation_counts).sort(([, a], [, b]) => b - a)
  if (counts.length === 0) return <p className={classes.note}>{words.noAnnotations}</p>
  const bars: Bar[] = counts.slice(0, MOST_BARS).map(([name, count]) => ({
    key: name,
    label: name,
    count,
    color: colorOf(name),
    href: imagesWith({ classes: [name] }),
    hint: words.imagesOfClass(own(insights.class_image_counts, name) ?? 0),
  }))
  return (
    <>
      <BarList label={words.classes} bars={bars} />
      {counts.length > MOST_BARS && <p className={classes.note}>{words.moreClasses(counts.length - MOST_BARS)}</p>}
    </>
  )
}

function sizesNote({ dimensions: { distinct_size_count: all } }: DatasetInsights): string | undefined {
  return all > MOST_BARS ? words.moreSizes(all - MOST_BARS) : undefined
}

function Chart({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  return (
    <section className={classes.chart} aria-label={title}>
      <h2>{title}</h2>
      {children}
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </section>
  )
}
