/** One answer of a model, drawn over the picture and said in words. */
import type { PreviewDetection } from '../../../../../shared/engine-contract/preview.ts'
import { formatDecimal } from '../../../../base/format/format.ts'
import { texts } from '../../../../texts/texts.ts'
import { DetectionsOverlay } from '../../../studio/media-frame/detections-overlay.tsx'
import classes from '../model-input.module.css'
import type { Answer, NotAnswered, Picture } from './trial.ts'

const words = texts.modelInput.trial
const NAMED = 4

interface AnswerViewProps {
  title: string
  /** Null while it is pending. */
  answer: Answer | null
  picture: Picture
  pictureName: string
  /** Detections below are left out. */
  least: number
  /** A newer answer is pending. */
  isOld: boolean
}

export function AnswerView({ title, answer, picture, pictureName, least, isOld }: AnswerViewProps) {
  const { url, size } = picture
  const kept = answer?.ok ? answer.detections.filter(({ confidence }) => confidence >= least) : []
  return (
    <figure className={classes.answer} aria-label={title}>
      <figcaption>
        <b>{title}</b>
      </figcaption>
      <div
        className={classes.picture}
        data-old={isOld || undefined}
        style={{ '--ratio': size.width / size.height } as React.CSSProperties}
      >
        <img src={url} alt={pictureName} />
        {answer?.ok && <DetectionsOverlay size={size} kept={kept} maxLabels={30} labels={kept.length <= 30} />}
      </div>
      {answer && !answer.ok && (
        <p role="alert" data-problem>
          {words.failed}: {reasonOf(answer)}
        </p>
      )}
      {answer?.ok && (
        <p data-old={isOld || undefined}>
          {kept.length === 0 ? words.nothing : words.finds(byClass(kept))}{' '}
          <small>{words.answered(formatDecimal(answer.seconds, 2))}</small>
        </p>
      )}
    </figure>
  )
}

/** About an option, without its address in the request. */
const reasonOf = ({ reason, problem }: NotAnswered): string =>
  problem ? `${texts.modelInput.fields[problem.field]}: ${problem.text}` : reason

/** `2 car (0.91), 1 person (0.88)`: by class, with the surest of each; the surest classes first. */
function byClass(detections: readonly PreviewDetection[]): string {
  const classesFound = new Map<string, { n: number; most: number }>()
  for (const { class_name, confidence } of detections) {
    const { n, most } = classesFound.get(class_name) ?? { n: 0, most: 0 }
    classesFound.set(class_name, { n: n + 1, most: Math.max(most, confidence) })
  }
  const sorted = [...classesFound].sort(([, a], [, b]) => b.most - a.most)
  const named = sorted
    .slice(0, NAMED)
    .map(([name, { n, most }]) => words.detections(n, name, formatDecimal(most, 2)))
    .join(', ')
  return sorted.length > NAMED ? words.more(named, sorted.length - NAMED) : named
}
