/** The plan of an import: its figures, its losses and its classes, with the choices that change it. */
import { Button, Group, Radio, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Dataset } from '../../../../../shared/api/datasets.ts'
import {
  type DatasetImport,
  IMPORT_FORMATS,
  IMPORT_MODES,
  type ImportFormat,
  type ImportMode,
  type ImportPlan,
} from '../../../../../shared/api/imports.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'
import { RuleList } from '../rule-list.tsx'
import { ClassMap, type ClassNames, changedNames, namesOf } from './class-map.tsx'
import type { Importing } from './use-import.ts'

const words = texts.data.bring.archive

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
  const [isStarting, setStarting] = useState(false)
  const hasChanged =
    format !== plan.format || mode !== of.mode || directory !== of.directory_path || changedNames(plan, names)
  const lacksBase = plan.needs_box_base && boxBase === null

  async function go() {
    setStarting(true)
    if (hasChanged) await importing.planAgain({ format, mode, class_map: names, directory_path: directory })
    else await importing.confirm(plan.needs_box_base ? boxBase : null)
    setStarting(false)
  }
  const { images, annotations } = plan
  return (
    <>
      <p role="status">
        <b>{of.filename}</b>
        {` · ${words.images(images.with_files, images.matched, images.missing)}`}
        {` · ${words.annotations(annotations.kept, annotations.converted, annotations.dropped)}`}
      </p>
      <div className={classes.fields}>
        <Select
          size="xs"
          label={words.format}
          allowDeselect={false}
          data={IMPORT_FORMATS.map((value) => ({ value, label: texts.data.bring.formats[value] }))}
          value={format}
          onChange={(value) => setFormat(IMPORT_FORMATS.find((known) => known === value) ?? format)}
        />
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
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => void importing.cancel().then(importing.clear)}>
          {texts.ui.words.cancel}
        </Button>
        <Button loading={isStarting} disabled={lacksBase && !hasChanged} onClick={() => void go()}>
          {hasChanged ? words.planAgain : words.confirm}
        </Button>
      </Group>
    </>
  )
}
