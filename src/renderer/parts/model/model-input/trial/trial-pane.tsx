/** The answers of the model on a picture: with the options as saved, and with those being changed. */
import { Loader, Slider } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import { formatDecimal } from '../../../../base/format/format.ts'
import { texts } from '../../../../texts/texts.ts'
import classes from '../model-input.module.css'
import { AnswerView } from './answer-view.tsx'
import type { Specimen } from './specimen.ts'
import { SpecimenChoice } from './specimen-choice.tsx'
import type { Trial } from './trial.ts'
import { usePicking } from './use-picking.ts'

const words = texts.modelInput.trial
/** That of the model block. */
const USUAL_CONFIDENCE = 0.25

interface TrialPaneProps {
  trial: Trial
  source: PickedSource | null
  isChanged: boolean
  onChoose(specimen: Specimen): void
}

export function TrialPane({ trial, source, isChanged, onChoose }: TrialPaneProps) {
  const { specimen, picture, stored, tried, busy } = useStore(trial.store)
  const [least, setLeast] = useState(USUAL_CONFIDENCE)
  const [isOver, setOver] = useState(false)
  const picking = usePicking(onChoose)
  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      // The screen behind takes models.
      event.stopPropagation()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) void picking.take(file)
    },
  }
  const failed = !picture && stored && !stored.ok ? stored.reason : null
  const shared = { picture, pictureName: specimen?.name ?? '', least }
  return (
    <section className={classes.trial} aria-label={words.title} data-over={isOver || undefined} {...drop}>
      <div className={classes.trialBar}>
        <SpecimenChoice
          specimen={specimen}
          source={source}
          busy={picking.busy !== null}
          onPick={() => void picking.pick()}
          onChoose={onChoose}
        />
        <span className={classes.state} role="status">
          {picking.busy !== null && words.sending(picking.busy)}
          {picking.busy === null && busy && (
            <>
              <Loader size={12} /> {words.running}
            </>
          )}
        </span>
      </div>
      {picking.problem !== null && (
        <p role="alert" data-problem>
          {picking.problem}
        </p>
      )}
      {failed !== null && (
        <p role="alert" data-problem>
          {words.failed}: {failed}
        </p>
      )}
      {!specimen && <p className={classes.empty}>{words.empty}</p>}
      {picture && (
        <>
          <div className={classes.answers} data-two={isChanged || undefined}>
            <AnswerView {...shared} picture={picture} title={words.stored} answer={stored} isOld={false} />
            {isChanged && <AnswerView {...shared} picture={picture} title={words.tried} answer={tried} isOld={busy} />}
          </div>
          <div className={classes.confidence}>
            <span id="trial-confidence">{words.confidence}</span>
            <Slider
              flex={1}
              size="sm"
              min={0.05}
              max={0.95}
              step={0.05}
              label={null}
              thumbLabel={words.confidence}
              value={least}
              onChange={setLeast}
            />
            <span className="figures">{formatDecimal(least, 2)}</span>
          </div>
        </>
      )}
    </section>
  )
}
