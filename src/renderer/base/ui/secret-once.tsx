/** A secret that is shown in full once, with a button that copies it. */
import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { texts } from '../../texts/texts.ts'
import classes from './secret-once.module.css'

const words = texts.access.keys

interface SecretOnceProps {
  /** “Secret” unless it has a name of its own. */
  label?: string
  secret: string
  hint: string
  onDone: () => void
}

export function SecretOnce({ label = words.secret, secret, hint, onDone }: SecretOnceProps) {
  return (
    <>
      <div className={classes.secret}>
        <TextInput label={label} readOnly value={secret} data-autofocus onFocus={(e) => e.currentTarget.select()} />
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.ui.words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={classes.hint}>{hint}</p>
      <Group justify="flex-end" mt="md">
        <Button onClick={onDone}>{words.done}</Button>
      </Group>
    </>
  )
}
