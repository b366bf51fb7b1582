/** Accepts all proposals from a confidence on, which the browser remembers. */
import { Button, NumberInput } from '@mantine/core'
import { useEffect } from 'react'
import { texts } from '../../../../texts/texts.ts'
import { useKeyHint } from '../commands/use-labelling-keys.ts'
import { isPending, type Labelled } from '../document/annotation.ts'
import classes from '../labelling.module.css'
import { useStage, useStageState } from './use-stage.ts'

const words = texts.labelling.review
const KEY = 'sightline.labelling.threshold'

export function AcceptAll({ ordered }: { ordered: readonly Labelled[] }) {
  const stage = useStage()
  const threshold = useStageState((s) => s.threshold)
  const hint = useKeyHint()
  useEffect(() => {
    const kept = keptThreshold()
    if (kept !== null) stage.state.setState({ threshold: kept })
  }, [stage])
  const sure = ordered.filter((a) => isPending(a) && (a.confidence ?? 0) >= threshold).length
  const change = (percent: number | string) => {
    if (typeof percent !== 'number') return
    stage.state.setState({ threshold: percent / 100 })
    try {
      window.localStorage.setItem(KEY, `${percent / 100}`)
    } catch {
      // Without storage the threshold is the usual one each time.
    }
  }
  return (
    <div className={classes.acceptAll}>
      <NumberInput
        size="xs"
        aria-label={words.threshold}
        title={words.threshold}
        prefix="≥ "
        suffix=" %"
        min={0}
        max={100}
        step={5}
        value={Math.round(threshold * 100)}
        onChange={change}
      />
      <Button
        size="compact-xs"
        variant="default"
        title={hint(texts.labelling.commands.acceptAll, 'label-accept-all')}
        disabled={sure === 0}
        onClick={() => {
          stage.edits.acceptFrom(threshold)
          stage.focus()
        }}
      >
        {words.acceptSure(sure)}
      </Button>
    </div>
  )
}

function keptThreshold(): number | null {
  try {
    const kept = Number.parseFloat(window.localStorage.getItem(KEY) ?? '')
    return kept >= 0 && kept <= 1 ? kept : null
  } catch {
    return null
  }
}
