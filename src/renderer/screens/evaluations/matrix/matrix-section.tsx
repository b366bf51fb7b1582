/** The confusion matrix with its choices, and a sentence about the cell that is pointed at. */
import { Checkbox, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ConfusionMatrix } from '../../../../shared/api/model-evaluations.ts'
import { Section } from '../../../base/ui/page.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './matrix.module.css'
import { type Cell, cellText, confusedLabels } from './matrix-cells.ts'
import { type At, MatrixGrid } from './matrix-grid.tsx'

const words = texts.evaluations.matrix

/** From here on, leaving out classes without errors helps. */
const MANY = 12

interface MatrixSectionProps {
  matrix: ConfusionMatrix
  /** Null when the images can’t be opened. */
  onOpen: ((cell: Cell) => void) | null
}

export function MatrixSection({ matrix, onOpen }: MatrixSectionProps) {
  const [values, setValues] = useState<'counts' | 'shares'>('counts')
  const [onlyConfused, setOnlyConfused] = useState(false)
  const [pointed, setPointed] = useState<At | null>(null)
  const shown = useMemo(
    () => (onlyConfused ? confusedLabels(matrix) : matrix.labels.map((_, i) => i)),
    [matrix, onlyConfused],
  )
  return (
    <Section title={words.title}>
      <p className={classes.prose}>{words.about}</p>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={words.values}
          value={values}
          onChange={(value) => setValues(value === 'shares' ? 'shares' : 'counts')}
          data={[
            { value: 'counts', label: words.counts },
            { value: 'shares', label: words.shares },
          ]}
        />
        {matrix.labels.length > MANY && (
          <Checkbox
            size="xs"
            label={words.onlyConfused}
            checked={onlyConfused}
            onChange={({ currentTarget }) => setOnlyConfused(currentTarget.checked)}
          />
        )}
        <span className={classes.axes}>{words.axes}</span>
      </div>
      <div className={classes.scroll}>
        <MatrixGrid matrix={matrix} shown={shown} values={values} onOpen={onOpen} onPoint={setPointed} />
      </div>
      <p className={classes.reading} role="status">
        {(pointed && cellText(matrix, pointed.row, pointed.column)) || words.pointHint}
      </p>
    </Section>
  )
}
