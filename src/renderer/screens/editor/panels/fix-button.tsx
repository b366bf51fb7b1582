/** A button that fixes a problem with a single correct solution. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { quickFix } from '../document/quick-fix.ts'
import { useDocument, useResources, useSession } from '../session/editor-context.ts'

export function FixButton({ issue }: { issue: Issue }) {
  const { documents } = useSession()
  const doc = useDocument((s) => s.doc)
  const models = useResources((s) => s.models)
  const fix = useMemo(() => quickFix(doc, issue, models), [doc, issue, models])
  if (!fix) return null
  const { command, label, select } = fix
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => documents.getState().run(command, select ? { nodes: [select], edges: [] } : undefined)}
    >
      {label}
    </Button>
  )
}
