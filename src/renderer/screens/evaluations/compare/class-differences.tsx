/** One figure of each class in two evaluations, largest difference first. */
import { Select } from '@mantine/core'
import { useState } from 'react'
import type { ClassMetrics } from '../../../../shared/api/model-evaluations.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { Share } from '../../../parts/model/evaluations/evaluations-table.tsx'
import { texts } from '../../../texts/texts.ts'
import compare from './compare.module.css'
import { Difference } from './difference.tsx'
import { DifferenceTable } from './difference-table.tsx'

const words = texts.evaluations.compare
const page = texts.evaluations.page

const FIGURES = ['ap', 'f1', 'precision', 'recall'] as const
type Figure = (typeof FIGURES)[number]

interface ClassDifferencesProps {
  a: readonly ClassMetrics[]
  b: readonly ClassMetrics[]
}

export function ClassDifferences({ a, b }: ClassDifferencesProps) {
  const [figure, setFigure] = useState<Figure>('ap')
  const rows = pairsOf(a, b, figure).map(({ name, first, second }) => ({
    key: name,
    name: <ClassDot name={name} />,
    first: first && <Share value={first[figure]} />,
    second: second && <Share value={second[figure]} />,
    difference:
      first && second ? (
        <Difference a={first[figure]} b={second[figure]} kind="share" />
      ) : (
        words.onlyIn(first ? words.first : words.second)
      ),
  }))
  return (
    <>
      <Select
        className={compare.choice}
        label={words.measure}
        data={FIGURES.map((value) => ({ value, label: value === 'ap' ? page.ap : page.figure[value] }))}
        value={figure}
        onChange={(value) => setFigure(FIGURES.find((known) => known === value) ?? 'ap')}
        allowDeselect={false}
      />
      <DifferenceTable label={words.perClass} heading={page.className} rows={rows} />
    </>
  )
}

interface ClassPair {
  name: string
  first: ClassMetrics | undefined
  second: ClassMetrics | undefined
}

function pairsOf(a: readonly ClassMetrics[], b: readonly ClassMetrics[], figure: Figure): ClassPair[] {
  const [inA, inB] = [a, b].map((all) => new Map(all.map((one) => [one.class_name, one])))
  const names = [...new Set([...a, ...b].map(({ class_name }) => class_name))]
  const apart = ({ first, second }: ClassPair): number => Math.abs((second?.[figure] ?? 0) - (first?.[figure] ?? 0))
  return names
    .map((name) => ({ name, first: inA?.get(name), second: inB?.get(name) }))
    .sort((x, y) => apart(y) - apart(x))
}
