/** The number of differences, the time window for matching, and buttons that step through the differences. */
import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import { texts } from '../../../texts/texts.ts'
import classes from '../comparison/compare.module.css'
import type { Comparison } from '../comparison/use-comparison.ts'
import { WINDOWS_S } from '../matching/match-events.ts'

const T = texts.compare.timeline

export function DifferenceButtons({ comparison }: { comparison: Comparison }) {
  const { differences, silent, done, windowS, setWindow, stepDifference } = comparison
  const text =
    silent.length > 0
      ? T.noEvents(silent.join(texts.compare.and))
      : done
        ? T.differences(differences.length)
        : T.reading
  return (
    <div className={classes.differences}>
      <span role="status">{text}</span>
      {[-1, 1].map((steps) => {
        const label = steps < 0 ? T.previous : T.next
        return (
          <Tooltip key={steps} label={label}>
            <ActionIcon aria-label={label} disabled={differences.length === 0} onClick={() => stepDifference(steps)}>
              {steps < 0 ? <IconPlayerSkipBack size={16} /> : <IconPlayerSkipForward size={16} />}
            </ActionIcon>
          </Tooltip>
        )
      })}
      <Select
        w={84}
        aria-label={T.window}
        data={WINDOWS_S.map((s) => ({ value: String(s), label: T.windowChoice(s) }))}
        value={String(windowS)}
        allowDeselect={false}
        onChange={(value) => setWindow(Number(value))}
      />
      <Tooltip label={T.rule} multiline w={320}>
        <ActionIcon aria-label={T.rule}>
          <IconInfoCircle size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
