/** Labels of a run in a list: its tags, and an icon for its note. */
import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { texts } from '../../../texts/texts.ts'
import classes from './labels.module.css'
import { useLabelsOf } from './use-labels.ts'

const T = texts.labels.list
/** More tags would push the counts out of a small window. */
const SHOWN_TAGS = 3
const SPOKEN_NOTE = 300

/** The tags as buttons, each of which shows the runs with its tag. */
export function RowTags({ runId, onTag }: { runId: string; onTag: (tag: string) => void }) {
  const { tags } = useLabelsOf(runId)
  if (tags.length === 0) return null
  const rest = tags.slice(SHOWN_TAGS)
  return (
    <span className={classes.rowTags}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <UnstyledButton
          key={tag}
          className={classes.tag}
          title={tag}
          aria-label={T.showTagged(tag)}
          onClick={() => onTag(tag)}
        >
          {tag}
        </UnstyledButton>
      ))}
      {rest.length > 0 && <small title={rest.join(', ')}>{T.moreTags(rest.length)}</small>}
    </span>
  )
}

/** An icon whose tooltip shows the note; a click opens the run. */
export function NoteMark({ runId, href }: { runId: string; href: string }) {
  const { note } = useLabelsOf(runId)
  if (note === null) return null
  const spoken = note.length > SPOKEN_NOTE ? `${note.slice(0, SPOKEN_NOTE)}…` : note
  return (
    <Tooltip
      multiline
      maw={360}
      events={{ hover: true, focus: true, touch: true }}
      label={<span className={classes.noteTip}>{note}</span>}
    >
      <a className={classes.noteMark} href={href} aria-label={T.note(spoken)}>
        <IconNote size={15} stroke={1.6} aria-hidden />
      </a>
    </Tooltip>
  )
}
