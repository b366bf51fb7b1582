/** The page of a run with the buttons that open other screens for it; loaded on demand. */
import type { ComponentProps } from 'react'
import { type Extensions, ExtensionsContext, NO_EXTENSIONS } from '../../base/extensions/extensions.ts'
import { CompareWith } from '../../screens/compare/compare-with.tsx'
import { CheckAccuracyButton } from '../../screens/lab/check-accuracy-button.tsx'
import { RunScreen as Screen } from '../../screens/runs/run-screen.tsx'

const EXTENSIONS: Extensions = { ...NO_EXTENSIONS, runChecks: [CheckAccuracyButton], runComparisons: [CompareWith] }

export const RunScreen = (props: ComponentProps<typeof Screen>) => (
  <ExtensionsContext value={EXTENSIONS}>
    <Screen {...props} />
  </ExtensionsContext>
)
