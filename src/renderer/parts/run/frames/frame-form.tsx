/** The rule by which frames of a video are chosen, with its settings and the number of frames where it can be known. */
import { NumberInput, Radio } from '@mantine/core'
import { texts } from '../../../texts/texts.ts'
import { estimateOf, type FrameChoice, type FrameRule, type VideoLength } from './frame-choice.ts'
import classes from './frames.module.css'

const words = texts.data.frames

interface FrameFormProps {
  rules: readonly FrameRule[]
  value: FrameChoice
  /** Null when it is not known. */
  video: VideoLength | null
  onChange(value: FrameChoice): void
}

type NumberKey = Exclude<keyof FrameChoice, 'by'>

interface NumberField {
  of: NumberKey
  min: number
  max: number
  step: number
  decimals: number
}

const field = (of: NumberKey, min: number, max: number, step: number, decimals = 0): NumberField => ({
  of,
  min,
  max,
  step,
  decimals,
})

const FIELDS: Record<FrameRule, readonly NumberField[]> = {
  moments: [],
  rate: [field('fps', 0.01, 60, 0.5, 2)],
  every_nth: [field('n', 1, 100_000, 1)],
  scene_changes: [field('minChange', 0, 1, 0.01, 3), field('minScene', 0, 3600, 0.1, 2)],
  differing: [field('minDifference', 0, 1, 0.01, 3), field('compared', 0.01, 60, 1, 2)],
  unsure: [field('below', 0, 1, 0.05, 2), field('count', 1, 10_000, 10), field('gap', 0, 3600, 0.5, 2)],
}

export function FrameForm({ rules, value, video, onChange }: FrameFormProps) {
  const estimate = video && estimateOf(value, video)
  return (
    <>
      <Radio.Group
        label={words.rule}
        value={value.by}
        onChange={(by) => onChange({ ...value, by: rules.find((rule) => rule === by) ?? value.by })}
      >
        <div className={classes.radios}>
          {rules.map((rule) => (
            <Radio key={rule} size="xs" value={rule} label={words.rules[rule]} description={words.hints[rule]} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.fields}>
        {FIELDS[value.by].map(({ of, min, max, step, decimals }) => (
          <NumberInput
            key={of}
            size="xs"
            label={words.fields[of]}
            min={min}
            max={max}
            step={step}
            decimalScale={decimals}
            clampBehavior="blur"
            value={value[of]}
            onChange={(next) => {
              if (typeof next === 'number' && next >= min && next <= max) onChange({ ...value, [of]: next })
            }}
          />
        ))}
      </div>
      <p role="status" className={classes.note}>
        {estimate === null ? words.unknown : words[estimate.kind](estimate.frames)}
      </p>
    </>
  )
}
