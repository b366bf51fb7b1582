/** The plan of an import: its figures, its losses and its classes, with the choices that change it. */
import { Autocomplete, Button, Checkbox, Group, Radio, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Dataset } from '../../../../../shared/api/datasets.ts'
import {
  type DatasetImport,
  IMPORT_MODES,
  type ImportFormat,
  type ImportMode,
  type ImportPlan,
  SIZE_CHOICES,
  type SizeChoice,
} from '../../../../../shared/api/imports.ts'
import { own } from '../../../../../shared/domain/own.ts'
import { formatCount } from '../../../../texts/plural.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'
import { RuleList } from '../rule-list.tsx'
import { FormatChoice } from './format-choice.tsx'
import type { ImportAnswer, Importing } from './use-import.ts'

const words = texts.data.bring.archive

/** Further classes keep their names. */
const SHOWN = 100

/** Names in the archive, with the names to import them as; null leaves a class out. */
type ClassNames = Record<string, string | null>

const namesOf = ({ classes: all }: ImportPlan): ClassNames =>
  Object.fromEntries(all.map(({ name, imported_as }) => [name, imported_as]))

const changedNames = ({ classes: all }: ImportPlan, names: ClassNames): boolean =>
  all.some(({ name, imported_as }) => own(names, name) !== imported_as)

interface ClassMapProps {
  plan: ImportPlan
  /** Classes of the data set. */
  known: readonly string[]
  value: ClassNames
  onChange(value: ClassNames): void
}

/** The classes of an archive, each with the class of the data set that it becomes, or left out. */
function ClassMap({ plan, known, value, onChange }: ClassMapProps) {
  if (plan.classes.length === 0) return null
  const shown = plan.classes.slice(0, SHOWN)
  const set = (name: string, as: string | null) => onChange({ ...value, [name]: as })
  return (
    <div className={classes.scrolled}>
      <table className={classes.classes}>
        <thead>
          <tr>
            <th>{words.inArchive}</th>
            <th>{words.annotationsOfClass}</th>
            <th>{words.importAs}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, annotations }) => {
            const as = own(value, name) ?? null
            const isNew = as !== null && !known.includes(as)
            return (
              <tr key={name}>
                <td>
                  <Checkbox
                    size="xs"
                    label={name}
                    aria-label={words.importClass(name)}
                    checked={as !== null}
                    onChange={(event) => set(name, event.currentTarget.checked ? name : null)}
                  />
                </td>
                <td>{formatCount(annotations)}</td>
                <td>
                  <Autocomplete
                    size="xs"
                    aria-label={words.importClassAs(name)}
                    data={[...new Set(known)]}
                    limit={50}
                    maxLength={200}
                    disabled={as === null}
                    value={as ?? ''}
                    rightSection={isNew ? <small>{words.isNew}</small> : null}
                    rightSectionWidth={44}
                    onChange={(next) => set(name, next)}
                    onBlur={() => as?.trim() === '' && set(name, name)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {plan.classes.length > SHOWN && <p className={classes.note}>{words.moreClasses(plan.classes.length - SHOWN)}</p>}
    </div>
  )
}

interface PlanFormProps {
  of: DatasetImport
  plan: ImportPlan
  dataset: Dataset
  importing: Importing
}

export function PlanForm({ of, plan, dataset, importing }: PlanFormProps) {
  const [format, setFormat] = useState<ImportFormat>(plan.format)
  const [mode, setMode] = useState<ImportMode>(of.mode)
  const [names, setNames] = useState<ClassNames>(() => namesOf(plan))
  const [directory, setDirectory] = useState(of.directory_path)
  const [boxBase, setBoxBase] = useState<number | null>(plan.box_base)
  const [sizeChoice, setSizeChoice] = useState<SizeChoice | null>(null)
  const [isWithout, setWithout] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const hasChanged =
    format !== plan.format || mode !== of.mode || directory !== of.directory_path || changedNames(plan, names)
  const lacksAnswer = (plan.needs_box_base && boxBase === null) || (plan.needs_size_choice && sizeChoice === null)
  const isBlocked = lacksAnswer || (plan.keeps_no_annotation && !isWithout)

  async function go() {
    setStarting(true)
    if (hasChanged) await importing.planAgain({ format, mode, class_map: names, directory_path: directory })
    else {
      const answer: ImportAnswer = {}
      if (plan.needs_box_base && boxBase !== null) answer.box_base = boxBase
      if (plan.needs_size_choice && sizeChoice !== null) answer.size_choice = sizeChoice
      if (plan.keeps_no_annotation) answer.without_annotations = isWithout
      await importing.confirm(answer)
    }
    setStarting(false)
  }
  const { images, annotations, splits } = plan
  const hasSplits = splits.train + splits.valid + splits.test > 0
  return (
    <>
      <p role="status">
        <b>{of.filename}</b>
        {` · ${words.images(images.with_files, images.matched, images.missing)}`}
        {` · ${words.annotations(annotations.kept, annotations.converted, annotations.dropped)}`}
      </p>
      {hasSplits && (
        <p className={classes.note}>{words.splits(splits.train, splits.valid, splits.test, splits.none)}</p>
      )}
      <div className={classes.fields}>
        <FormatChoice plan={plan} value={format} onChange={setFormat} />
        <Select
          size="xs"
          label={words.mode}
          allowDeselect={false}
          data={IMPORT_MODES.map((value) => ({ value, label: words.modes[value] }))}
          value={mode}
          onChange={(value) => setMode(IMPORT_MODES.find((known) => known === value) ?? mode)}
        />
      </div>
      {plan.images.with_files > 0 && (
        <TextInput
          size="xs"
          label={words.directory}
          description={words.directoryHint}
          maxLength={1000}
          value={directory}
          onChange={(event) => setDirectory(event.currentTarget.value)}
        />
      )}
      <ClassMap plan={plan} known={dataset.classes.map(({ name }) => name)} value={names} onChange={setNames} />
      <RuleList
        rules={plan.rules.map(({ effect, examples, ...rule }) => ({
          ...rule,
          kind: words.effects[effect],
          examples: examples.map(({ file, detail }) => (detail === null ? file : `${file}: ${detail}`)),
        }))}
        none={words.noLosses}
      />
      {plan.needs_box_base && (
        <Radio.Group
          label={words.boxBase}
          value={boxBase === null ? '' : String(boxBase)}
          onChange={(value) => setBoxBase(Number(value))}
        >
          <Group gap="md" mt={6}>
            <Radio size="xs" value="0" label="0" />
            <Radio size="xs" value="1" label="1" />
          </Group>
        </Radio.Group>
      )}
      {plan.needs_size_choice && (
        <Radio.Group
          label={words.sizeChoice}
          value={sizeChoice ?? ''}
          onChange={(value) => setSizeChoice(SIZE_CHOICES.find((known) => known === value) ?? null)}
        >
          <Group gap="md" mt={6}>
            {SIZE_CHOICES.map((choice) => (
              <Radio key={choice} size="xs" value={choice} label={words.sizeChoices[choice]} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {plan.keeps_no_annotation && (
        <>
          <p role="alert" className={classes.bad}>
            {words.keepsNone}
          </p>
          <Checkbox
            size="xs"
            label={words.withoutAnnotations}
            checked={isWithout}
            onChange={(event) => setWithout(event.currentTarget.checked)}
          />
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void importing.cancel().then(importing.clear)}>
          {texts.ui.words.cancel}
        </Button>
        <Button loading={isStarting} disabled={isBlocked && !hasChanged} onClick={() => void go()}>
          {hasChanged ? words.planAgain : words.confirm}
        </Button>
      </Group>
    </>
  )
}
