/** The workflow's name, edited in place. */
import { useLayoutEffect, useRef, useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import { useDocument, useSession } from '../session/editor-context.ts'
import classes from './toolbar.module.css'

export function WorkflowName() {
  const name = useDocument((s) => s.doc.name)
  const { documents, autosave } = useSession()
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = draft ?? name
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width follows the text
  useLayoutEffect(() => {
    if (!input.current) return
    input.current.style.width = '0'
    input.current.style.width = `${Math.min(360, input.current.scrollWidth - 10)}px`
  }, [shown])
  return (
    <input
      ref={input}
      className={classes.name}
      value={shown}
      maxLength={100}
      aria-label={texts.editor.toolbar.name.name}
      title={texts.editor.toolbar.name.rename}
      data-own-undo
      onChange={(e) => {
        setDraft(e.currentTarget.value)
        autosave.typing(e.currentTarget.value)
      }}
      onBlur={() => {
        if (draft !== null) documents.getState().run({ type: 'rename', name: draft })
        setDraft(null)
        autosave.typing(null)
      }}
      onKeyDown={(e) => {
        if (e.key === 'Enter') e.currentTarget.blur()
        if (e.key === 'Escape') {
          setDraft(null)
          e.currentTarget.value = name
          requestAnimationFrame(() => input.current?.blur())
        }
      }}
    />
  )
}
