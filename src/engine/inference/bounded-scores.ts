/** The bound of every confidence: 1. */
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import type { Candidates } from './candidates.ts'
import { MAX_SCORE, type Recognised } from './families/families.ts'

/**
 * The same candidates, with scores of at most 1: half precision rounds some above it. Raises `block_failed` for a score
 * beyond that, since the model is then not what its outputs looked like. `name` is the model's name in messages.
 */
export function bounded(candidates: Candidates, { architecture }: Pick<Recognised, 'architecture'>, name: string) {
  const { scores, count } = candidates
  for (let i = 0; i < count; i++) {
    const score = scores[i] as number
    if (score <= 1) continue
    if (score > MAX_SCORE) {
      const places = { name, architecture, score: score.toPrecision(3) }
      throw new RunFailure('block_failed', message('model_file.scores_beyond', places))
    }
    scores[i] = 1
  }
  return candidates
}
