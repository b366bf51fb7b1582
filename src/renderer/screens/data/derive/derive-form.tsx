/** The settings of a data set that is made of another one, with a preview and the number of images. */
import { ActionIcon, Button, Group, Loader, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, useCallback, useMemo, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { type DerivedDataset, type DerivedPicture, usualNameOf } from '../../../../shared/api/derived-datasets.ts'
import { formatBytes } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { NumberField } from '../../../base/ui/number-field.tsx'
import { useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { colorsOf } from '../dataset/use-dataset.ts'
import classes from './derive.module.css'
import { type DeriveChoice, FIRST_CHOICE, type Kind, PRESETS, type Preset, requestOf } from './derive-choice.ts'
import { AugmentFields, TileFields } from './derive-fields.tsx'

const words = texts.data.derive
/** After the last change of a setting. */
const SETTLED_MS = 300

interface PreviewProps {
  host: Host
  dataset: Dataset
  /** Images to show, at least one. */
  ids: readonly string[]
  /** Stable until a setting changes. */
  request: ReturnType<typeof requestOf>
}

/** Pictures that would be made of one image, with their annotations. */
function Preview({ host, dataset, ids, request }: PreviewProps) {
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

interface DeriveFormProps {
  host: Host
  dataset: Dataset
  /** Images to show in the preview, at least one. */
  ids: readonly string[]
  kind: Kind
  onStarted(made: DerivedDataset): void
  onClose(): void
}

export function DeriveForm({ host, dataset, ids, kind, onStarted, onClose }: DeriveFormProps) {
  const [choice, setChoice] = useState<DeriveChoice>({ ...FIRST_CHOICE, kind })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<DeriveChoice>) => setChoice((before) => ({ ...before, ...part }))
  const [settled] = useDebouncedValue(choice, SETTLED_MS)
  const request = useMemo(() => requestOf(settled), [settled])
  const count = useCallback(
    () => host.api('derivedDatasets.create', { params: { dataset: dataset.id }, body: { ...request, dry_run: true } }),
    [host, dataset.id, request],
  )
  const figures = useResource(count)

  async function start(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const name = choice.name.trim()
      const body = { ...requestOf(choice), dry_run: false, ...(name !== '' && { name }) }
      onStarted(await host.api('derivedDatasets.create', { params: { dataset: dataset.id }, body }))
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void start(event)}>
      <div className={classes.settings}>
        <SegmentedControl
          fullWidth
          aria-label={words.kind}
          data={(['augment', 'tile'] as const).map((value) => ({ value, label: words.kinds[value] }))}
          value={choice.kind}
          onChange={(next) => change({ kind: next === 'tile' ? 'tile' : 'augment' })}
        />
        {choice.kind === 'augment' ? (
          <>
            <Group gap={6}>
              {(Object.keys(PRESETS) as Preset[]).map((preset) => (
                <Button
                  key={preset}
                  size="compact-xs"
                  variant="default"
                  onClick={() => change({ augment: PRESETS[preset] })}
                >
                  {words.presets[preset]}
                </Button>
              ))}
            </Group>
            <AugmentFields
              value={choice.augment}
              onChange={(part) => change({ augment: { ...choice.augment, ...part } })}
            />
          </>
        ) : (
          <TileFields value={choice.tile} onChange={(part) => change({ tile: { ...choice.tile, ...part } })} />
        )}
        <div className={classes.fields}>
          <NumberField
            label={words.minVisible}
            value={choice.minVisible}
            max={100}
            step={5}
            suffix=" %"
            onChange={(minVisible) => change({ minVisible })}
          />
          {choice.kind === 'augment' && (
            <NumberField
              label={words.seed}
              value={choice.seed}
              max={2_147_483_647}
              onChange={(seed) => change({ seed })}
            />
          )}
        </div>
        <TextInput
          size="xs"
          label={words.name}
          placeholder={usualNameOf(dataset.name, choice.kind)}
          maxLength={100}
          value={choice.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </div>
      <Preview host={host} dataset={dataset} ids={ids} request={request} />
      <footer className={classes.foot}>
        <p role="status" className={classes.note}>
          {figures.value && words.figures(figures.value.images, formatBytes(figures.value.estimated_bytes))}
        </p>
        {(problem ?? figures.error) !== null && (
          <p className={classes.bad} role="alert">
            {problem ?? figures.error}
          </p>
        )}
        <Button variant="default" onClick={onClose}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={figures.value?.images === 0}>
          {words.start}
        </Button>
      </footer>
    </form>
  )
}
