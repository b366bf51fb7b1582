/** The layers over an image, which are its legend too. */
import { Checkbox, SegmentedControl } from '@mantine/core'
import { texts } from '../../../texts/texts.ts'
import type { Layers } from './shown-objects.ts'
import classes from './viewer.module.css'

const words = texts.evaluations.images.view

interface LayerChoicesProps {
  layers: Layers
  /** True when the image was opened from a cell of the confusion matrix. */
  hasCell: boolean
  onChange(layers: Layers): void
}

export function LayerChoices({ layers, hasCell, onChange }: LayerChoicesProps) {
  return (
    <fieldset className={classes.layers} aria-label={words.show}>
      <Checkbox
        size="xs"
        checked={layers.truth}
        onChange={({ currentTarget }) => onChange({ ...layers, truth: currentTarget.checked })}
        label={<Layer kind="truth">{words.truth}</Layer>}
      />
      <Checkbox
        size="xs"
        checked={layers.predictions}
        onChange={({ currentTarget }) => onChange({ ...layers, predictions: currentTarget.checked })}
        label={<Layer kind="prediction">{words.predictions}</Layer>}
      />
      <SegmentedControl
        fullWidth
        aria-label={words.objects}
        value={layers.only}
        onChange={(only) => onChange({ ...layers, only: only as Layers['only'] })}
        data={[
          { value: 'all', label: words.all },
          { value: 'errors', label: words.onlyErrors },
          ...(hasCell ? [{ value: 'cell', label: words.onlyCell }] : []),
        ]}
      />
      <p className={classes.note}>{words.hatching}</p>
    </fieldset>
  )
}

function Layer({ kind, children }: { kind: 'truth' | 'prediction'; children: string }) {
  return (
    <span className={classes.layer}>
      <svg viewBox="0 0 26 8" aria-hidden="true">
        <line x1="0" x2="26" y1="4" y2="4" strokeDasharray={kind === 'truth' ? undefined : '6 4'} />
      </svg>
      {children}
    </span>
  )
}
