/** Examples of programs that call the deployment. */
import { Button, Code, CopyButton, SegmentedControl } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import {
  callSnippet,
  IMAGE_FORMS,
  type ImageForm,
  SNIPPET_IMAGE,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  TOKEN_VARIABLE,
} from '../../../../shared/domain/call-snippets.ts'
import { Section } from '../../../base/ui/page.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './page.module.css'

const words = texts.deployments.snippets
const LANGUAGES = SNIPPET_LANGUAGES.map((value) => ({ value, label: words.languages[value] }))
const FORMS = IMAGE_FORMS.map((value) => ({ value, label: words.forms[value] }))

/** @param url null until the deployment has been active */
export function Snippets({ url }: { url: string | null }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const [form, setForm] = useState<ImageForm>('multipart')
  const code = url === null ? null : callSnippet(language, form, url)
  return (
    <Section title={words.title}>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={words.language}
          data={LANGUAGES}
          value={language}
          onChange={(value) => setLanguage(value as SnippetLanguage)}
        />
        <SegmentedControl
          aria-label={words.form}
          data={FORMS}
          value={form}
          onChange={(value) => setForm(value as ImageForm)}
        />
        {code !== null && (
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                className={classes.end}
                aria-label={copied ? texts.ui.words.copied : words.copy}
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? texts.ui.words.copied : texts.deployments.page.copy}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      <p className={classes.dim}>{code === null ? words.notYet : words.about(TOKEN_VARIABLE, SNIPPET_IMAGE)}</p>
      {code !== null && (
        <Code block className={classes.code} tabIndex={0} aria-label={words.code(words.languages[language])}>
          {code}
        </Code>
      )}
    </Section>
  )
}
