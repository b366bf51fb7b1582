/** Shows both documents of a conflict in one drawing, with the three ways to resolve it. */
import { Button, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { createWorkflow } from '../../../base/host/create-workflow.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import type { EditorDocument } from '../../../parts/workflow/document/document.ts'
import { GraphDiff } from '../../../parts/workflow/graph-diff/graph-diff.tsx'
import { texts } from '../../../texts/texts.ts'
import { useDocument, useNames, useSession } from '../session/editor-context.ts'
import classes from './conflict.module.css'

const T = texts.editor.conflict
type Choice = 'theirs' | 'both' | 'mine'

export function ConflictChoice({ theirs }: { theirs: EditorDocument }) {
  const { host, autosave } = useSession()
  const mine = useDocument((s) => s.doc)
  const names = useNames()
  const [busy, setBusy] = useState<Choice | null>(null)

  const choose = (choice: Choice) => async () => {
    setBusy(choice)
    try {
      if (choice === 'both') {
        const { description, graph, layout } = mine
        await createWorkflow(host, { name: T.copyName(mine.name), description, graph, layout })
      }
      await autosave.resolve(choice === 'mine' ? 'mine' : 'theirs')
    } catch (error) {
      toastError(T.failed, error)
    } finally {
      setBusy(null)
    }
  }

  const button = (choice: Choice, label: string, hint: string) => (
    <Tooltip label={hint} multiline maw={320}>
      <Button
        variant={choice === 'mine' ? 'filled' : 'default'}
        loading={busy === choice}
        disabled={busy !== null && busy !== choice}
        onClick={() => void choose(choice)()}
      >
        {label}
      </Button>
    </Tooltip>
  )

  return (
    <div className={classes.choice}>
      <Text size="sm">{T.text}</Text>
      {theirs.name !== mine.name && <Text size="sm">{T.name(theirs.name, mine.name)}</Text>}
      <Text size="sm" fw={600}>
        {T.diff}
      </Text>
      <div className={classes.diff}>
        <GraphDiff before={theirs} after={mine} names={names} />
      </div>
      <div className={classes.buttons}>
        {button('theirs', T.takeTheirs, T.takeTheirsHint)}
        {button('both', T.keepBoth, T.keepBothHint)}
        {button('mine', T.keepMine, T.keepMineHint)}
      </div>
    </div>
  )
}
