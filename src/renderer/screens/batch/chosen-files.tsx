/** The actions for the chosen files of a batch: two files can be compared. */
import { Button } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import { hrefOf } from '../../base/navigation/route.ts'
import { texts } from '../../texts/texts.ts'
import type { BatchRow } from './batch-rows.ts'
import classes from './batch-screen.module.css'

const words = texts.batch.chosen

export function ChosenFiles({ rows, onClear }: { rows: readonly BatchRow[]; onClear: () => void }) {
  if (rows.length === 0) return null
  const [a, b] = rows.map(({ run }) => run?.id)
  const pair = rows.length === 2 && a !== undefined && b !== undefined
  return (
    <section className={classes.strip} aria-label={words.region}>
      <span role="status">{words.count(rows.length)}</span>
      <small>{!pair && words.hint}</small>
      <Button variant="default" onClick={onClear}>
        {words.none}
      </Button>
      {pair && (
        <Button
          component="a"
          href={hrefOf({ screen: 'compare', runA: a, runB: b })}
          leftSection={<IconColumns2 size={15} />}
        >
          {words.compare}
        </Button>
      )}
    </section>
  )
}
