/** Two runs side by side, with their common results and their differences. */
import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconArrowsDiff, IconArrowsExchange } from '@tabler/icons-react'
import { useCallback } from 'react'
import { isTerminal } from '../../../shared/domain/run.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import { ClassColors } from '../../base/ui/class-colors.ts'
import { Empty, LoadError, Page, useTitle } from '../../base/ui/page.tsx'
import { useRun } from '../../parts/run/progress/use-run.ts'
import { useRunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../texts/texts.ts'
import classes from './comparison/compare.module.css'
import { useSide } from './comparison/use-comparison.ts'
import { ComparisonBody } from './comparison-body.tsx'

const T = texts.compare

interface CompareScreenProps {
  runA: string
  runB: string
}

export function CompareScreen({ runA, runB }: CompareScreenProps) {
  useTitle(T.title)
  const swap = (
    <Tooltip label={T.swap}>
      <ActionIcon aria-label={T.swap} onClick={() => navigate({ screen: 'compare', runA: runB, runB: runA })}>
        <IconArrowsExchange size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <Page fixed title={<Trail />} actions={swap}>
      {runA === runB ? <Refused title={T.sameRun}>{T.sameRunText}</Refused> : <Loaded runA={runA} runB={runB} />}
    </Page>
  )
}

function Loaded({ runA, runB }: CompareScreenProps) {
  // Loaded in an order that swapping does not change, so that a swap loads nothing again.
  const [idOne, idTwo] = [runA, runB].sort() as [string, string]
  const one = { ...useRun(idOne), blocks: useRunBlocks(idOne) }
  const two = { ...useRun(idTwo), blocks: useRunBlocks(idTwo) }
  const error = (one.run ? null : one.error) ?? (two.run ? null : two.error)
  if (error) {
    const retry = () => {
      one.retry()
      two.retry()
    }
    return <LoadError title={T.cannotShow} message={error} onRetry={retry} />
  }
  if (!one.run || !two.run) return <Loader size="sm" color="gray" m="xl" />
  const open = [one.run, two.run].find((run) => !isTerminal(run.status))
  if (open) return <Refused title={T.notEnded}>{T.notEndedText(open.id === runA ? '1' : '2')}</Refused>
  return (
    <Opened
      one={{ run: one.run, blocks: one.blocks }}
      two={{ run: two.run, blocks: two.blocks }}
      swapped={idOne !== runA}
    />
  )
}

type LoadedRun = { run: Parameters<typeof useSide>[0]; blocks: Parameters<typeof useSide>[1] }

function Opened({ one, two, swapped }: { one: LoadedRun; two: LoadedRun; swapped: boolean }) {
  const first = useSide(one.run, one.blocks)
  const second = useSide(two.run, two.blocks)
  const [a, b] = swapped ? [second, first] : [first, second]
  const colorOf = useCallback(
    (name: string) => (a.blocks.classNames.includes(name) ? a : b).blocks.colorOf(name),
    [a, b],
  )
  return (
    <ClassColors value={colorOf}>
      <ComparisonBody a={a} b={b} />
    </ClassColors>
  )
}

function Trail() {
  return (
    <>
      <a className={classes.trail} href={hrefOf({ screen: 'runs' })}>
        {T.runs}
      </a>
      <span className={classes.slash}>/</span>
      {T.trail}
    </>
  )
}

function Refused({ title, children }: { title: string; children: string }) {
  const toRuns = (
    <Button component="a" href={hrefOf({ screen: 'runs' })} variant="default">
      {T.toRuns}
    </Button>
  )
  return (
    <Empty icon={<IconArrowsDiff size={18} />} title={title} action={toRuns}>
      {children}
    </Empty>
  )
}
