/** The search field, the filters and the order above the grid. */
import { Button, Checkbox, CloseButton, Popover, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconPhotoSearch, IconSearch } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { type DatasetClass, IMAGE_STATUSES } from '../../../../shared/api/datasets.ts'
import { IMAGE_SORTS, type ImageSort } from '../../../../shared/api/image-lists.ts'
import { texts } from '../../../texts/texts.ts'
import { StatusIcon } from '../grid/image-marks.tsx'
import classes from './filters.module.css'
import {
  ANNOTATION_CHOICES,
  type AnnotationChoice,
  type ImageQuery,
  isSearch,
  SPLIT_CHOICES,
  type SplitChoice,
  tagName,
} from './image-query.ts'

const { filters: words, words: names } = texts.data
/** The order of images that are compared to one. */
const MOST_SIMILAR = 'similar'
/** After the last letter. */
const TYPED_MS = 250

const choiceWords = texts.data.filters
/** Longer lists are searched. */
const SHORT = 8
/** The most choices that are listed: in a data set with thousands of classes, the rest is found by its name. */
const SHOWN = 100

interface Choice<V extends string> {
  value: V
  label: string
  mark?: ReactNode
}

interface ChoiceFilterProps<V extends string> {
  label: string
  choices: readonly Choice<V>[]
  values: readonly V[]
  /** What stands below the choices. */
  note?: ReactNode
  onChange(values: V[]): void
}

/** A button that opens a list of choices with checkboxes; long lists have a search field. */
function ChoiceFilter<V extends string>({ label, choices, values, note, onChange }: ChoiceFilterProps<V>) {
  const [text, setText] = useState('')
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Popover position="bottom-start" trapFocus onClose={() => setText('')}>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={13} aria-hidden />}
          data-active={values.length > 0 || undefined}
          className={classes.choice}
        >
          {values.length > 0 ? choiceWords.withCount(label, values.length) : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        {choices.length > SHORT && (
          <TextInput
            mb={8}
            aria-label={choiceWords.find(label)}
            placeholder={choiceWords.find(label)}
            leftSection={<IconSearch size={14} />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Checkbox.Group value={[...values]} onChange={(next) => onChange(next as V[])} aria-label={label}>
          <Stack gap={10} className={classes.choices}>
            {found.slice(0, SHOWN).map(({ value, label: name, mark }) => (
              <Checkbox
                key={value}
                size="xs"
                value={value}
                label={
                  <span className={classes.option}>
                    {mark}
                    {name}
                  </span>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {found.length === 0 && <Text size="xs">{choiceWords.noneFound}</Text>}
        {found.length > SHOWN && (
          <Text size="xs" mt={8}>
            {choiceWords.moreFound(found.length - SHOWN)}
          </Text>
        )}
        {note}
      </Popover.Dropdown>
    </Popover>
  )
}

interface FilterBarProps {
  query: ImageQuery
  datasetClasses: readonly DatasetClass[]
  /** Content tags of the data set. */
  datasetTags: readonly string[]
  /** True when images can be searched by a description. */
  canDescribe: boolean
  /** Offers a search model; null when one is installed, or this person can't install one. */
  onGetModel: (() => void) | null
  onChange(part: Partial<ImageQuery>): void
}

/** Does not render with every change of the selection. */
export const FilterBar = memo(function FilterBar({
  query,
  datasetClasses,
  datasetTags,
  canDescribe,
  onGetModel,
  onChange,
}: FilterBarProps) {
  // A class of the address that is no longer in the data set can still be taken away.
  const classNames = [...new Set([...datasetClasses.map(({ name }) => name), ...query.classes])]
  const tags = [...new Set([...datasetTags, ...query.tags])]
  const colors = new Map(datasetClasses.map(({ name, color }) => [name, color]))
  return (
    <section className={classes.bar} aria-label={words.label}>
      <TextFilter
        text={query.text}
        label={words.text}
        maxLength={255}
        icon={<IconSearch size={14} />}
        onChange={(text) => onChange({ text })}
      />
      {(canDescribe || query.like !== '') && (
        <TextFilter
          text={query.like}
          label={words.describe}
          maxLength={500}
          icon={<IconPhotoSearch size={14} />}
          waits
          onChange={(like) => onChange({ like, similar: null })}
        />
      )}
      <ChoiceFilter
        label={names.status}
        choices={IMAGE_STATUSES.map((value) => ({
          value,
          label: names.statuses[value],
          mark: <StatusIcon status={value} />,
        }))}
        values={query.statuses}
        onChange={(statuses) => onChange({ statuses })}
      />
      {classNames.length > 0 && (
        <ChoiceFilter
          label={names.class}
          choices={classNames.map((value) => ({
            value,
            label: value,
            mark: <i className={classes.color} style={{ background: colors.get(value) }} aria-hidden="true" />,
          }))}
          values={query.classes}
          onChange={(chosen) => onChange({ classes: chosen })}
        />
      )}
      {tags.length > 0 && (
        <ChoiceFilter
          label={words.tags}
          choices={tags.map((value) => ({ value, label: tagName(value) }))}
          values={query.tags}
          note={canDescribe ? null : <MissingModel onGet={onGetModel} />}
          onChange={(chosen) => onChange({ tags: chosen })}
        />
      )}
      <Select
        className={classes.select}
        aria-label={names.split}
        placeholder={words.anySplit}
        data={SPLIT_CHOICES.map((value) => ({ value, label: names.splits[value] }))}
        value={query.split}
        clearable
        onChange={(split) => onChange({ split: split as SplitChoice | null })}
      />
      <Select
        className={classes.select}
        aria-label={words.annotations}
        placeholder={words.anyAnnotations}
        data={ANNOTATION_CHOICES.map((value) => ({ value, label: words.annotated[value] }))}
        value={query.annotated}
        clearable
        onChange={(chosen) => onChange({ annotated: chosen as AnnotationChoice | null })}
      />
      <Select
        className={classes.select}
        aria-label={words.list}
        data={[
          { value: 'current', label: words.current },
          { value: 'archived', label: words.archived },
        ]}
        value={query.archived ? 'archived' : 'current'}
        allowDeselect={false}
        onChange={(chosen) => onChange({ archived: chosen === 'archived' })}
      />
      <Select
        className={classes.sort}
        aria-label={words.sort}
        data={[
          ...(isSearch(query) ? [{ value: MOST_SIMILAR, label: words.mostSimilar }] : []),
          ...IMAGE_SORTS.map((value) => ({ value, label: words.sorts[value] })),
        ]}
        value={isSearch(query) ? MOST_SIMILAR : query.sort}
        allowDeselect={false}
        onChange={(sort) => sort !== MOST_SIMILAR && onChange({ sort: sort as ImageSort, similar: null, like: '' })}
      />
    </section>
  )
})

/** Says why objects and scenes are missing among the tags. */
function MissingModel({ onGet }: { onGet: (() => void) | null }) {
  return (
    <Stack gap={6} mt={10} className={classes.missing}>
      <Text size="xs">{words.needsSearchModel}</Text>
      {onGet && (
        <Button size="compact-xs" variant="default" onClick={onGet}>
          {words.getSearchModel}
        </Button>
      )}
    </Stack>
  )
}

interface TextFilterProps {
  text: string
  label: string
  maxLength: number
  icon: ReactNode
  /** True for a search that takes long: it begins with Enter. */
  waits?: boolean
  onChange(text: string): void
}

function TextFilter({ text, label, maxLength, icon, waits = false, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(text)
  // Another address, such as that of the step back, has another text.
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    if (typed === text || waits) return
    const timer = setTimeout(() => onChange(typed), TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed, text, waits, onChange])
  const clear = () => {
    setTyped('')
    onChange('')
  }
  return (
    <TextInput
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      leftSection={icon}
      rightSection={typed !== '' && <CloseButton size={24} aria-label={words.clearText} onClick={clear} />}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onChange(typed)
        if (key === 'Escape') clear()
      }}
    />
  )
}
