/** The list of runs with the links to batches. */
import { type Extensions, ExtensionsContext, NO_EXTENSIONS } from '../../base/extensions/extensions.ts'
import { BatchChip, BatchesButton } from '../../screens/batch/batch-chip.tsx'
import { RunsScreen as Screen } from '../../screens/runs/list/runs-screen.tsx'

const EXTENSIONS: Extensions = { ...NO_EXTENSIONS, runChips: [BatchChip], runListButtons: [BatchesButton] }

export const RunsScreen = () => (
  <ExtensionsContext value={EXTENSIONS}>
    <Screen />
  </ExtensionsContext>
)
