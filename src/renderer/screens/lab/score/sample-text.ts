/** Describes in sentences the sample behind a score and its likely range. */
import type { Figures } from '../../../../shared/accuracy/figures.ts'
import { ENOUGH_MARKS, likelyRange } from '../../../../shared/accuracy/sample.ts'
import { formatDuration } from '../../../base/format/format.ts'
import { texts } from '../../../texts/texts.ts'
import { percent } from './figure-text.ts'

export function sampleText(
  { marked, counted, found, right }: Figures,
  watchedS: number,
): { text: string; few: boolean } {
  const t = texts.lab.score
  const few = marked < ENOUGH_MARKS
  const recall = likelyRange({ hits: found, of: marked })
  const precision = likelyRange({ hits: right, of: counted })
  const parts = [t.sample(marked, formatDuration(watchedS))]
  if (recall) parts.push(t.likelyRecall(percent(recall[0]), percent(recall[1])))
  if (precision) parts.push(t.likelyPrecision(percent(precision[0]), percent(precision[1])))
  if (few) parts.push(t.tooFew(ENOUGH_MARKS))
  return { text: parts.join(' '), few }
}
