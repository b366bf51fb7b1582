/** Pictures that would be made of one image, with their annotations. */
import { ActionIcon, Loader, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import type { DerivedPicture } from '../../../../shared/api/derived-datasets.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { colorsOf } from '../dataset/class-colors.ts'
import classes from './derive.module.css'
import type { requestOf } from './derive-choice.ts'

const words = texts.data.derive

interface PreviewProps {
  host: Host
  dataset: Dataset
  /** Images to show, at least one. */
  ids: readonly string[]
  /** Stable until a setting changes. */
  request: ReturnType<typeof requestOf>
}

export function Preview({ host, dataset, ids, request }: PreviewProps) {
  const [index, setIndex] = useState(0)
  const image_id = ids[index] as string
  const load = useCallback(
    () => host.api('derivedDatasets.preview', { params: { dataset: dataset.id }, body: { ...request, image_id } }),
    [host, dataset.id, request, image_id],
  )
  const { value, error } = useResource(load)
  const colorOf = colorsOf(dataset.classes)
  return (
    <section className={classes.preview} aria-label={words.preview}>
      <header className={classes.head}>
        <span className={classes.file} title={value?.filename}>
          {value?.filename ?? words.previewing}
        </span>
        <Tooltip label={texts.data.image.previous}>
          <ActionIcon aria-label={texts.data.image.previous} disabled={index === 0} onClick={() => setIndex(index - 1)}>
            <IconChevronLeft size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={texts.data.image.next}>
          <ActionIcon
            aria-label={texts.data.image.next}
            disabled={index + 1 >= ids.length}
            onClick={() => setIndex(index + 1)}
          >
            <IconChevronRight size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </header>
      {error !== null && (
        <p className={classes.bad} role="alert">
          {error}
        </p>
      )}
      {value === undefined && error === null && <Loader size="sm" />}
      {value && (
        <>
          <ul className={classes.pictures}>
            {value.pictures.map((picture, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no other name than their place
              <li key={i}>
                <Picture of={picture} name={words.picture(i + 1)} colorOf={colorOf} />
              </li>
            ))}
          </ul>
          {value.total > value.pictures.length && (
            <p className={classes.note}>{words.more(value.total - value.pictures.length)}</p>
          )}
        </>
      )}
    </section>
  )
}

interface PictureProps {
  of: DerivedPicture
  name: string
  colorOf(className: string): string
}

function Picture({ of: { width, height, jpeg, annotations }, name, colorOf }: PictureProps) {
  const d = (points: readonly { x: number; y: number }[], end: string) =>
    points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('') + end
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.pictureOf(name, annotations.length)}>
      <image href={`data:image/jpeg;base64,${jpeg}`} width={width} height={height} preserveAspectRatio="none" />
      {annotations.map(({ name: className, bounding_box: box, polygon, polyline, keypoint }, i) => {
        const style = { stroke: colorOf(className) }
        const key = `${i}`
        if (polygon) return <path key={key} style={style} d={polygon.paths.map((ring) => d(ring, 'Z')).join('')} />
        if (polyline) return <path key={key} style={style} d={d(polyline.points, '')} />
        if (keypoint) return <circle key={key} style={style} cx={keypoint.x} cy={keypoint.y} r={width / 100} />
        return box && <rect key={key} style={style} x={box.x} y={box.y} width={box.w} height={box.h} />
      })}
    </svg>
  )
}
