/** The settings of a data set that is made of another one, with a preview and the number of images. */
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useCallback, useMemo, useState } from 'react'
import type { Dataset } from '../../../../shared/api/datasets.ts'
import { type DerivedDataset, usualNameOf } from '../../../../shared/api/derived-datasets.ts'
import { formatBytes } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { NumberField } from '../../../base/ui/number-field.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './derive.module.css'
import { type DeriveChoice, FIRST_CHOICE, type Kind, PRESETS, type Preset, requestOf } from './derive-choice.ts'
import { AugmentFields, TileFields } from './derive-fields.tsx'
import { Preview } from './derive-preview.tsx'

const words = texts.data.derive
/** After the last change of a setting. */
const SETTLED_MS = 300

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
