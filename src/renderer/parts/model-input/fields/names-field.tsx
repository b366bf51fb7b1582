/** The class names, one per line: typed, pasted, or from a file. */
import { Button, Group, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Value } from 'typebox/value'
import { Conversion } from '../../../../shared/domain/conversion.ts'
import { texts } from '../../../base/messages/texts.ts'
import { pickFile } from '../../upload/pick-file.ts'
import { namesIn, namesOfFile } from '../class-list.ts'
import classes from '../model-input.module.css'
import { type FieldState, InputField } from './input-field.tsx'

const words = texts.modelInput.names
const FILES = '.txt,.names,.json,text/plain,application/json'

interface NamesFieldProps extends FieldState {
  names: readonly string[]
  /** Number of classes of the model. */
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
    const isValid = Value.Check(Conversion.properties.class_names, next)
    onProblem(isValid ? null : texts.modelInput.outOfRange)
    if (!isValid) return
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
              {shown === classCount ? words.count(shown) : words.ofClasses(shown, classCount)}
            </span>
            <Button
              id={isOpen ? undefined : id}
              size="compact-xs"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
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
