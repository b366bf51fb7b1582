/** The active filters, each with a button that clears it. */
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { texts } from '../../../texts/texts.ts'
import classes from './filters.module.css'
import { type ImageQuery, isFiltered, tagName, withoutFilters } from './image-query.ts'

const { filters: words, words: names } = texts.data

interface Chip {
  key: string
  text: string
  cleared: Partial<ImageQuery>
}

function chipsOf(query: ImageQuery): Chip[] {
  const { statuses, split, classes: chosen, annotated, text, directory, tags, like, similar, task } = query
  return [
    ...(text === '' ? [] : [{ key: 'text', text: words.chipText(text), cleared: { text: '' } }]),
    ...statuses.map((status) => ({
      key: `status ${status}`,
      text: names.statuses[status],
      cleared: { statuses: statuses.filter((other) => other !== status) },
    })),
    ...chosen.map((name) => ({
      key: `class ${name}`,
      text: name,
      cleared: { classes: chosen.filter((other) => other !== name) },
    })),
    ...(split === null ? [] : [{ key: 'split', text: names.splits[split], cleared: { split: null } }]),
    ...(annotated === null
      ? []
      : [
          {
            key: 'annotated',
            text: words.annotated[annotated],
            cleared: { annotated: null },
          },
        ]),
    ...(directory === null ? [] : [{ key: 'directory', text: directory, cleared: { directory: null } }]),
    ...tags.map((tag) => ({
      key: `tag ${tag}`,
      text: tagName(tag),
      cleared: { tags: tags.filter((other) => other !== tag) },
    })),
    ...(like === '' ? [] : [{ key: 'like', text: words.chipText(like), cleared: { like: '' } }]),
    ...(similar === null ? [] : [{ key: 'similar', text: words.similar, cleared: { similar: null } }]),
    ...(task === null ? [] : [{ key: 'task', text: words.ofTask, cleared: { task: null } }]),
  ]
}

interface FilterChipsProps {
  query: ImageQuery
  onChange(part: Partial<ImageQuery>): void
}

export function FilterChips({ query, onChange }: FilterChipsProps) {
  if (!isFiltered(query)) return null
  return (
    <ul className={classes.chips} aria-label={words.active}>
      {chipsOf(query).map(({ key, text, cleared }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.chip}
            aria-label={words.clearOne(text)}
            onClick={() => onChange(cleared)}
          >
            <span>{text}</span>
            <IconX size={12} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(withoutFilters(query))}>
          {words.clearAll}
        </Button>
      </li>
    </ul>
  )
}
