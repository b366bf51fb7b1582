/** The dialog that distributes the images of a data set over train, valid and test. */
import { Button, Group, Select } from '@mantine/core'
import { closeModal, openModal } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import { IMAGE_SPLITS } from '../../../../shared/api/datasets.ts'
import { SPLIT_GROUPINGS, type SplitGrouping, type SplitRebalance } from '../../../../shared/api/image-splits.ts'
import classes from '../../../base/ui/dialog-step.module.css'
import { errorText } from '../../../base/ui/error-text.ts'
import { NumberField } from '../../../base/ui/number-field.tsx'
import { texts } from '../../../texts/texts.ts'

const words = texts.data.splits
/** Percent. */
const USUAL = { train: 80, valid: 10, test: 10 }

interface SplitsOptions {
  /** Rejects with the reason when the splits could not be stored. */
  onDistribute(request: SplitRebalance): Promise<void>
}

export function distributeSplits({ onDistribute }: SplitsOptions): void {
  const id = openModal({
    title: words.title,
    size: 'sm',
    children: <Splits onDistribute={onDistribute} onClose={() => closeModal(id)} />,
  })
}

function Splits({ onDistribute, onClose }: SplitsOptions & { onClose(): void }) {
  const [shares, setShares] = useState(USUAL)
  const [seed, setSeed] = useState(0)
  const [group_by, setGrouping] = useState<SplitGrouping>('image')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sum = IMAGE_SPLITS.reduce((all, split) => all + shares[split], 0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const { train, valid, test } = shares
      await onDistribute({ train: train / 100, valid: valid / 100, test: test / 100, seed, group_by })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form className={classes.step} onSubmit={(event) => void submit(event)}>
      <Group grow gap="xs">
        {IMAGE_SPLITS.map((split) => (
          <NumberField
            key={split}
            label={texts.data.words.splits[split]}
            value={shares[split]}
            max={100}
            step={5}
            suffix=" %"
            onChange={(share) => setShares((before) => ({ ...before, [split]: share }))}
          />
        ))}
      </Group>
      <Select
        label={words.together}
        description={words.togetherHint}
        data={SPLIT_GROUPINGS.map((value) => ({ value, label: words.groupings[value] }))}
        value={group_by}
        allowDeselect={false}
        onChange={(value) => setGrouping(SPLIT_GROUPINGS.find((known) => known === value) ?? 'image')}
      />
      <NumberField label={texts.data.derive.seed} value={seed} max={2_147_483_647} onChange={setSeed} />
      {(sum !== 100 || problem !== null) && (
        <p className={classes.bad} role="alert">
          {sum !== 100 ? words.badSum(sum) : problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.ui.words.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={sum !== 100}>
          {words.start}
        </Button>
      </Group>
    </form>
  )
}
