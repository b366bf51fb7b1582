/** The SHA-256 of a file: displayed shortened, copied in full, and recomputed from the file on request. */
import { CopyButton, Tooltip } from '@mantine/core'
import { IconAlertTriangleFilled, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Artifact } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import classes from './artifacts.module.css'

type State = 'unknown' | 'reading' | 'equal' | 'unequal'

export function Checksum({ runId, artifact }: { runId: string; artifact: Artifact }) {
  const { studio } = useHost()
  const [state, setState] = useState<State>('unknown')
  const words = texts.runs.artifacts
  const { sha256 } = artifact
  const verify = async () => {
    setState('reading')
    try {
      const found = await studio.digestArtifact({ run_id: runId, artifact_id: artifact.id })
      setState(found.sha256 === sha256 ? 'equal' : 'unequal')
    } catch (error) {
      setState('unknown')
      toastError(words.notVerified, error)
    }
  }
  return (
    <span className={classes.checksum}>
      <CopyButton value={sha256}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? words.copied : `${words.copyHash}: ${sha256}`} multiline maw={360}>
            <button type="button" onClick={copy} aria-label={words.copyHash}>
              <code>{sha256.slice(0, 8)}</code>
            </button>
          </Tooltip>
        )}
      </CopyButton>
      <button type="button" onClick={() => void verify()} disabled={state === 'reading'} data-action>
        {words.verify}
      </button>
      <span role="status" data-state={state}>
        {state === 'reading' && words.verifying}
        {state === 'equal' && (
          <>
            <IconCircleCheck size={14} aria-hidden /> {words.equal}
          </>
        )}
        {state === 'unequal' && (
          <>
            <IconAlertTriangleFilled size={13} aria-hidden /> {words.unequal}
          </>
        )}
      </span>
    </span>
  )
}
