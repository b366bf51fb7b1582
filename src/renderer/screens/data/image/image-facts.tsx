/** What is known of an image. */
import { formatBytes, formatFullDate, formatWhen } from '../../../base/format/format.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './image.module.css'
import type { OpenImage } from './use-image.ts'

const { image: words, words: names } = texts.data

export function ImageFacts({ open: { summary, image } }: { open: OpenImage }) {
  return (
    <FactList layout="card" label={texts.data.label.panels.facts} className={classes.facts}>
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
  )
}
