/** The choices of an export, with a preview of its archive and of what its format loses. */
import { Button, Group, MultiSelect, NumberInput, Select, Switch } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import {
  EXPORT_FORMATS,
  type ExportCreate,
  type ExportFormat,
  type ExportPlan,
} from '../../../../shared/api/exports.ts'
import type { ListedFolder } from '../../../../shared/api/folders.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from '../bring/bring.module.css'
import { RuleList } from '../bring/rule-list.tsx'

const words = texts.data.exports
/** No path, which begins with a slash. */
const CHOSEN = 'chosen'

const DIVISIONS = ['none', 'image_splits', 'shares'] as const
type Division = (typeof DIVISIONS)[number]

/** The choices of an export, as its form holds them. */
interface ExportChoice {
  format: ExportFormat
  /** / for all images; null for the chosen ones. */
  directory: string | null
  /** Empty for all classes. */
  classes: readonly string[]
  hasPending: boolean
  division: Division
  /** Percent of the images; the rest is for tests. */
  train: number
  val: number
}

const FIRST_CHOICE: ExportChoice = {
  format: 'coco',
  directory: '/',
  classes: [],
  hasPending: false,
  division: 'none',
  train: 70,
  val: 20,
}

const testShareOf = ({ train, val }: ExportChoice): number => 100 - train - val

/** `chosen`: ids of the chosen images. Null while the shares are more than all images. */
function requestOf(
  { id: dataset, name }: Pick<Dataset, 'id' | 'name'>,
  chosen: readonly string[],
  choice: ExportChoice,
): ExportCreate | null {
  const { format, directory, classes, hasPending, division, train, val } = choice
  const test = testShareOf(choice)
  if (division === 'shares' && test < 0) return null
  return {
    dataset,
    format,
    include_pending: hasPending,
    ...(directory === null && {
      name: texts.data.exports.chosenName(cutText(name, 70), chosen.length),
      image_ids: [...chosen],
    }),
    ...(directory !== null && directory !== '/' && { directory_path: directory }),
    ...(classes.length > 0 && { classes: [...classes] }),
    ...(division === 'image_splits' && { splits: 'image_splits' as const }),
    ...(division === 'shares' && { split: { train, val, test } }),
  }
}

/** Formats by what people do with them; the first of a group is the usual one. */
const FORMAT_GROUPS = {
  training: ['coco', 'yolo', 'yolo_pose', 'voc', 'image_folder'],
  tools: ['cvat', 'label_studio', 'labelme', 'datumaro'],
  video: ['cvat_video', 'mot'],
  masks: ['voc_masks', 'cityscapes'],
  benchmarks: ['kitti', 'open_images'],
} as const satisfies Record<string, readonly ExportFormat[]>
const GROUPS = Object.keys(FORMAT_GROUPS) as (keyof typeof FORMAT_GROUPS)[]

const FORMAT_OPTIONS = GROUPS.map((group) => ({
  group: words.formatGroups[group],
  items: FORMAT_GROUPS[group].map((value) => ({ value, label: words.formats[value] })),
}))

const formatOf = (value: string): ExportFormat => EXPORT_FORMATS.find((known) => known === value) ?? 'coco'

function FormatOption({ format }: { format: ExportFormat }) {
  return (
    <div>
      {words.formats[format]}
      <div className={classes.note}>{words.about[format]}</div>
    </div>
  )
}

interface ExportFormProps {
  dataset: Dataset
  folders: readonly ListedFolder[]
  /** Ids of the chosen images; empty when the export is not of a selection. */
  chosen: readonly string[]
  /** The reason why the caller may not export; null when it may. */
  refused: string | null
  onStarted(): Promise<void>
}

export function ExportForm({ dataset, folders, chosen, refused, onStarted }: ExportFormProps) {
  const host = useHost()
  const [choice, setChoice] = useState<ExportChoice>({ ...FIRST_CHOICE, directory: chosen.length > 0 ? null : '/' })
  const [isStarting, setStarting] = useState(false)
  const change = (part: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...part }))
  const request = useMemo(() => requestOf(dataset, chosen, choice), [dataset, chosen, choice])
  const load = useCallback(async () => {
    if (!request) return { request, plan: null }
    const { name: _, ...body } = request
    return { request, plan: await host.api('exports.plan', { body }) }
  }, [host, request])
  const { value, error, reload } = useResource(load)
  const plan = value?.request === request ? (value?.plan ?? null) : null

  async function start() {
    if (!request) return
    setStarting(true)
    try {
      await host.api('exports.create', { body: request })
      await onStarted()
    } catch (failure) {
      toastError(words.notStarted, failure)
    }
    setStarting(false)
  }
  const share = (of: 'train' | 'val') => (
    <NumberInput
      size="xs"
      label={words.shares[of]}
      min={0}
      max={100}
      step={5}
      allowDecimal={false}
      suffix=" %"
      value={choice[of]}
      onChange={(next) => typeof next === 'number' && change({ [of]: next })}
    />
  )
  return (
    <div className={classes.step}>
      <div className={classes.fields}>
        <Select
          size="xs"
          label={words.format}
          allowDeselect={false}
          searchable
          nothingFoundMessage={words.noFormat}
          maxDropdownHeight={360}
          data={FORMAT_OPTIONS}
          renderOption={({ option }) => <FormatOption format={formatOf(option.value)} />}
          value={choice.format}
          onChange={(next) => next !== null && change({ format: formatOf(next) })}
        />
        <Select
          size="xs"
          label={words.images}
          allowDeselect={false}
          searchable
          data={[
            ...(chosen.length > 0 ? [{ value: CHOSEN, label: words.chosen(chosen.length) }] : []),
            { value: '/', label: texts.data.folders.all },
            ...folders.map(({ folder_path }) => ({ value: folder_path, label: folder_path })),
          ]}
          value={choice.directory ?? CHOSEN}
          onChange={(next) => change({ directory: next === CHOSEN ? null : (next ?? '/') })}
        />
        <Select
          size="xs"
          label={words.division}
          allowDeselect={false}
          data={DIVISIONS.map((division) => ({ value: division, label: words.divisions[division] }))}
          value={choice.division}
          onChange={(next) => change({ division: DIVISIONS.find((known) => known === next) ?? choice.division })}
        />
        <MultiSelect
          label={words.classes}
          placeholder={choice.classes.length === 0 ? words.allClasses : ''}
          searchable
          data={[...new Set(dataset.classes.map(({ name }) => name))]}
          limit={100}
          value={[...choice.classes]}
          onChange={(next) => change({ classes: next })}
        />
      </div>
      {choice.division === 'shares' && (
        <Group gap="sm" align="end">
          {share('train')}
          {share('val')}
          {request ? (
            <span className={classes.note}>{words.testShare(testShareOf(choice))}</span>
          ) : (
            <span role="alert" className={classes.bad}>
              {words.tooMuch}
            </span>
          )}
        </Group>
      )}
      <Switch
        label={words.pending}
        checked={choice.hasPending}
        onChange={(event) => change({ hasPending: event.currentTarget.checked })}
      />
      {plan ? <Preview plan={plan} /> : request && <NotLoaded title={words.planFailed} error={error} reload={reload} />}
      <Group justify="flex-end" gap="xs">
        {refused !== null && <span className={classes.note}>{refused}</span>}
        <Button loading={isStarting} disabled={!request || refused !== null} onClick={() => void start()}>
          {words.start}
        </Button>
      </Group>
    </div>
  )
}

/** The folders of an archive with their first files. */
function ArchiveTree({ folders }: { folders: ExportPlan['folders'] }) {
  return (
    <ul aria-label={words.files} className={classes.tree}>
      {folders.map(({ path, files, examples }) => (
        <li key={path}>
          <b>{path === '' ? words.top : `${path}/`}</b> <span className={classes.note}>{words.fileCount(files)}</span>
          <ul>
            {examples.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {files > examples.length && <li className={classes.note}>…</li>}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Preview({ plan }: { plan: ExportPlan }) {
  const { image_count, annotation_count, checked_images, rules, folders } = plan
  return (
    <section aria-label={words.preview} className={classes.preview}>
      <p role="status">
        {words.facts(image_count, annotation_count)}
        {checked_images < image_count && ` ${words.checkedOnly(checked_images)}`}
      </p>
      <ArchiveTree folders={folders} />
      <RuleList
        rules={rules.map(({ examples, ...rule }) => ({ ...rule, examples: examples.map(({ file }) => file) }))}
        none={words.noLosses}
      />
    </section>
  )
}
