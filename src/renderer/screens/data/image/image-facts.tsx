/** What is known of an image, its status to choose, and its annotations. */
import { Select } from '@mantine/core'
import { IMAGE_STATUSES, type ImageStatus } from '../../../../shared/api/datasets.ts'
import { formatBytes, formatDecimal, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { texts } from '../../../base/messages/texts.ts'
import { ClassDot } from '../../../base/ui/class-dot.tsx'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import classes from './image.module.css'
import type { OpenImage } from './use-image.ts'

const { image: words, words: names } = texts.data
/** Further annotations are counted. */
const LISTED = 300

interface ImageFactsProps {
  open: OpenImage
  /** Why the status can't be changed; null when it can. */
  refused: string | null
  marked: string | null
  onMark(id: string | null): void
  onStatus(status: ImageStatus): void
}

export function ImageFacts({ open, refused, marked, onMark, onStatus }: ImageFactsProps) {
  const { summary, image, annotations } = open
  return (
    <aside className={classes.side} aria-label={words.facts}>
      <Select
        label={names.status}
        description={refused ?? words.statusHint}
        data={IMAGE_STATUSES.map((value) => ({ value, label: names.statuses[value] }))}
        value={summary.status}
        allowDeselect={false}
        readOnly={refused !== null}
        onChange={(status) => onStatus(status as ImageStatus)}
      />
      <FactList layout="card" label={words.facts} className={classes.facts}>
        <Fact name={words.file}>{summary.filename}</Fact>
        <Fact name={words.directory}>{summary.directory_path}</Fact>
        <Fact name={words.size}>{words.pixels(summary.width, summary.height)}</Fact>
        <Fact name={words.bytes}>{formatBytes(image.size_bytes)}</Fact>
        <Fact name={names.split}>{names.splits[summary.split ?? 'none']}</Fact>
        <Fact name={words.added}>
          <span title={formatFullDate(image.created_at)}>{formatWhen(image.created_at)}</span>
        </Fact>
        {summary.is_archived && <Fact name={words.list}>{texts.data.filters.archived}</Fact>}
      </FactList>
      <h2>{words.annotations(annotations.length)}</h2>
      {annotations.length === 0 && <p className={classes.note}>{words.noAnnotations}</p>}
      <ul className={classes.annotations} aria-label={words.annotations(annotations.length)}>
        {annotations.slice(0, LISTED).map(({ id, name, type, confidence }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={marked === id}
              onClick={() => onMark(marked === id ? null : id)}
              onPointerEnter={() => onMark(id)}
              onPointerLeave={() => onMark(null)}
            >
              <ClassDot name={name} />
              <small>
                {texts.blocks.datasetControl.types[type]}
                {confidence !== null && ` · ${formatDecimal(confidence, 2)}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {annotations.length > LISTED && <p className={classes.note}>{words.more(annotations.length - LISTED)}</p>}
    </aside>
  )
}
