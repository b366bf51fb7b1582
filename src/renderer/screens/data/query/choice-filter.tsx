/** A button that opens a list of choices with checkboxes; long lists have a search field. */
import { Button, Checkbox, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import classes from './filters.module.css'

const words = texts.data.filters
/** Longer lists are searched. */
const SHORT = 8
/** Of a data set with thousands of classes, the rest is found by its name. */
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
  onChange(values: V[]): void
}

export function ChoiceFilter<V extends string>({ label, choices, values, onChange }: ChoiceFilterProps<V>) {
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
          {values.length > 0 ? words.withCount(label, values.length) : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        {choices.length > SHORT && (
          <TextInput
            mb={8}
            aria-label={words.find(label)}
            placeholder={words.find(label)}
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
        {found.length === 0 && <Text size="xs">{words.noneFound}</Text>}
        {found.length > SHOWN && (
          <Text size="xs" mt={8}>
            {words.moreFound(found.length - SHOWN)}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
