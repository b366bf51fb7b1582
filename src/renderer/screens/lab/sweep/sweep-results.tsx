/** The results of a sweep, with the recommended row and caveats. */
import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconStarFilled } from '@tabler/icons-react'
import { useMemo } from 'react'
import { countError, type Figures, f1Of, precisionOf, recallOf } from '../../../../shared/accuracy/figures.ts'
import { ENOUGH_MARKS } from '../../../../shared/accuracy/sample.ts'
import { formatNumber } from '../../../base/format/format.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { texts } from '../../../texts/texts.ts'
import { errorText, percent } from '../score/score-panel.tsx'
import classes from './sweep.module.css'
import type { Combination, Tried } from './sweepable.ts'
import type { Sweep, SweepRow } from './use-sweep.ts'

interface SweepResultsProps {
  sweep: Sweep
  scoreOf: (events: readonly EventRow[]) => Figures
  now: Figures
  onApply: ((tried: readonly Tried[], combination: Combination) => void) | null
}

interface Candidate {
  figures: Figures
  /** Number of settings that differ from the current ones; 0 is the run itself. */
  changes: number
}

/**
 * Recommends one of the tried combinations of settings.
 * Returns the index of the candidate with the best F1; ties are won by the count nearest to the truth, then by the
 * fewest changes. Current settings are kept unless a candidate is better. -1 when no candidate has a figure.
 */
export function recommended(candidates: readonly Candidate[]): number {
  let best = -1
  candidates.forEach((candidate, i) => {
    if (f1Of(candidate.figures) === null) return
    const before = candidates[best]
    if (!before || isBetter(candidate, before)) best = i
  })
  return best
}

const SAME = 1e-9

function isBetter(a: Candidate, b: Candidate): boolean {
  const f1 = (f1Of(a.figures) ?? 0) - (f1Of(b.figures) ?? 0)
  if (Math.abs(f1) > SAME) return f1 > 0
  const error = Math.abs(countError(a.figures)) - Math.abs(countError(b.figures))
  return error === 0 ? a.changes < b.changes : error < 0
}

interface Line {
  combination: Combination
  row: SweepRow | null
  figures: Figures | null
}

export function SweepResults({ sweep, scoreOf, now, onApply }: SweepResultsProps) {
  const t = texts.lab.sweep
  const { tried, rows, running } = sweep
  const lines = useMemo((): Line[] => {
    const own: Line = { combination: tried.map(({ setting }) => setting.now), row: null, figures: now }
    const others = rows.map((row): Line => {
      return { combination: row.combination, row, figures: row.state === 'done' ? scoreOf(row.events) : null }
    })
    const f1 = (line: Line) => (line.figures ? (f1Of(line.figures) ?? -1) : -2)
    return [own, ...(running ? others : others.sort((a, b) => f1(b) - f1(a)))]
  }, [tried, rows, now, scoreOf, running])
  const scored = lines.filter((line) => line.figures !== null)
  const best = scored[recommended(scored.map((line) => candidateOf(line, tried)))] ?? null
  return (
    <>
      {!running && best?.figures && <Recommendation best={best} tried={tried} now={now} onApply={onApply} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table is scrolled with the keyboard */}
      <section className={classes.results} aria-label={t.results} tabIndex={0}>
        <table className={classes.table} aria-label={t.results}>
          <thead>
            <tr>
              {tried.map(({ setting }) => (
                <th key={setting.key} scope="col" title={`${setting.block}: ${setting.title}`}>
                  {setting.title}
                </th>
              ))}
              <th scope="col">{texts.lab.score.precision}</th>
              <th scope="col">{texts.lab.score.recall}</th>
              <th scope="col">{texts.lab.score.f1}</th>
              <th scope="col">{texts.lab.score.countError}</th>
              <th scope="col">
                <span className={classes.hidden}>{t.apply}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.row ? line.combination.join() : 'now'} data-best={line === best || undefined}>
                {tried.map(({ setting }, i) => (
                  <td key={setting.key} data-same={line.combination[i] === setting.now || undefined}>
                    {formatNumber(line.combination[i] as number)}
                  </td>
                ))}
                <Outcome line={line} />
                <td>
                  {line.row === null ? (
                    <span className={classes.own}>{t.ownSettings}</span>
                  ) : (
                    line.figures &&
                    onApply && (
                      <Button variant="subtle" size="compact-xs" onClick={() => onApply(tried, line.combination)}>
                        {t.apply}
                      </Button>
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

const candidateOf = ({ figures, combination }: Line, tried: readonly Tried[]) => ({
  figures: figures as Figures,
  changes: combination.filter((value, i) => value !== tried[i]?.setting.now).length,
})

function Outcome({ line: { row, figures } }: { line: Line }) {
  const t = texts.lab.sweep
  if (figures) {
    return (
      <>
        <td>{percent(precisionOf(figures))}</td>
        <td>{percent(recallOf(figures))}</td>
        <td>{percent(f1Of(figures))}</td>
        <td>{errorText(figures)}</td>
      </>
    )
  }
  return (
    <td colSpan={4} className={classes.pending} title={row?.problem || undefined}>
      {row?.state === 'running' ? (
        <>
          <Loader size={12} color="gray" /> {t.running(percent(row.share))}
        </>
      ) : row?.state === 'failed' ? (
        <span className={classes.failed}>{row.problem}</span>
      ) : (
        t.waiting
      )}
    </td>
  )
}

interface RecommendationProps {
  best: Line
  tried: readonly Tried[]
  now: Figures
  onApply: SweepResultsProps['onApply']
}

function Recommendation({ best, tried, now, onApply }: RecommendationProps) {
  const t = texts.lab.sweep
  const figures = best.figures as Figures
  const falsely = (f: Figures) => f.counted - f.right
  const words = tried
    .map(({ setting }, i) => ({ title: setting.title, value: best.combination[i], now: setting.now }))
    .filter(({ value, now: before }) => value !== before)
    .map(({ title, value }) => `${title} ${formatNumber(value as number)}`)
  return (
    <section className={classes.recommendation} aria-label={t.recommendation}>
      <IconStarFilled size={16} aria-hidden />
      <div>
        <p>
          <b>{best.row === null ? t.keep : t.take(words.join(', '))}</b>{' '}
          {best.row === null
            ? t.keepWhy(figures.found, figures.marked, falsely(figures))
            : t.takeWhy(figures.found, figures.marked, falsely(figures), now.found, falsely(now))}
        </p>
        <p className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          {figures.marked < ENOUGH_MARKS ? t.overfitFew(figures.marked, ENOUGH_MARKS) : t.overfit}
        </p>
      </div>
      {best.row !== null && onApply && (
        <Button onClick={() => onApply(tried, best.combination)}>{t.applyToWorkflow}</Button>
      )}
    </section>
  )
}
