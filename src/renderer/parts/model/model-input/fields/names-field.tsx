/** The class names, one per line: typed, pasted, or from a file. */
import { Button, Group, Menu, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Value } from 'typebox/value'
import { CLASS_SETS } from '../../../../../shared/domain/class-sets.ts'
import { Conversion } from '../../../../../shared/domain/conversion.ts'
import { message } from '../../../../../shared/messages/message.ts'
import { textOf } from '../../../../texts/message-text.ts'
import { texts } from '../../../../texts/texts.ts'
import { pickFile } from '../../../studio/upload/pick-file.ts'
import classes from '../model-input.module.css'
import { type FieldState, InputField } from './input-field.tsx'

const words = texts.modelInput.names
const FILES = '.txt,.names,.json,text/plain,application/json'

const SET_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(words.setNames))

interface NamesFieldProps extends FieldState {
  names: readonly string[]
  /** Number of classes of the model; 0 while it is unknown. */
  classCount: number
  onChange(names: string[]): void
  onProblem(problem: string | null): void
}

export function NamesField({ names, classCount, onChange, onProblem, ...state }: NamesFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const text = names.join('\n')
  const sent = useRef(text)
  useEffect(() => {
    if (text !== sent.current) setTyped(null)
    sent.current = text
  }, [text])

  const take = (next: string[]) => {
    if (next.length === 0) return onProblem(words.empty)
    const problem = problemOf(next, classCount)
    onProblem(problem)
    if (problem !== null) return
    sent.current = next.join('\n')
    onChange(next)
  }
  const fromFile = async () => {
    const file = await pickFile(FILES, words.file)
    if (!file) return
    setTyped(null)
    take(namesOfFile(await file.text()))
  }
  const shown = isOpen ? namesIn(typed ?? text).length : names.length
  return (
    <InputField {...state}>
      {({ id, describedBy }) => (
        <>
          <Group gap={8} wrap="nowrap">
            <span className={classes.grow}>
              {shown === classCount || classCount === 0 ? words.count(shown) : words.ofClasses(shown, classCount)}
            </span>
            <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? words.close : words.edit}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              title={words.fileHint}
              disabled={state.disabled}
              onClick={() => void fromFile()}
            >
              {words.file}
            </Button>
          </Group>
          <Menu position="bottom-start" disabled={state.disabled}>
            <Menu.Target>
              <Button size="compact-xs" variant="subtle" mt={4} disabled={state.disabled}>
                {words.sets}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {[...CLASS_SETS].map(([id, set]) => (
                <Menu.Item
                  key={id}
                  disabled={classCount > 0 && set.length !== classCount}
                  rightSection={<small>{words.count(set.length)}</small>}
                  onClick={() => {
                    setTyped(null)
                    take([...set])
                  }}
                >
                  {SET_NAMES.get(id) ?? id}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {isOpen && (
            <Textarea
              id={id}
              size="xs"
              mt={6}
              autosize
              minRows={4}
              maxRows={10}
              value={typed ?? text}
              readOnly={state.disabled}
              error={state.problem !== null}
              aria-describedby={describedBy}
              spellCheck={false}
              onChange={(e) => {
                setTyped(e.currentTarget.value)
                const next = namesIn(e.currentTarget.value)
                // Between two lists that are pasted, the field is empty.
                if (next.length > 0) take(next)
              }}
              onBlur={() => setTyped(null)}
            />
          )}
        </>
      )}
    </InputField>
  )
}

function problemOf(names: readonly string[], classCount: number): string | null {
  if (classCount > 0 && names.length !== classCount) {
    return textOf(message('conversion.class_count', { given: names.length, classes: classCount }))
  }
  return Value.Check(Conversion.properties.class_names, names) ? null : texts.modelInput.outOfRange
}

/** Lists of class names as text: one per line, or a JSON list as exporters write it. */

/** Blank lines are no names. */
const namesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Names of a file: `["cat", "dog"]`, `{"0": "cat", "1": "dog"}`, or one per line. */
export function namesOfFile(text: string): string[] {
  const values = jsonValues(text.trim())
  if (!values) return namesIn(text)
  return values.every((value) => typeof value === 'string') ? namesIn(values.join('\n')) : []
}

/** In the order of their keys: those of an object are numbers, which JavaScript orders. Null for text that is no JSON. */
function jsonValues(text: string): unknown[] | null {
  if (!/^[[{]/.test(text)) return null
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? Object.values(read) : null
  } catch {
    return null
  }
}
