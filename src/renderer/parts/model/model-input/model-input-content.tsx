/** The content of the dialog: the model as it is now, and the editor of its input. */
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Model } from '../../../../shared/api/models.ts'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import type { Conversion, ConversionField, ConversionInUse } from '../../../../shared/domain/conversion.ts'
import { MODEL_PRESETS, presetOf } from '../../../../shared/domain/model-presets.ts'
import { taskOf } from '../../../../shared/domain/model-types.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useReadOnly } from '../../../base/host/server-state.tsx'
import { ClassColors, colorsOfModel } from '../../../base/ui/class-colors.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { classNamesOf } from '../models/model-facts.ts'
import { noteModels } from '../models/models-store.ts'
import { fieldProblemOf } from './field-problem.ts'
import { InputFields } from './fields/input-fields.tsx'
import classes from './model-input.module.css'
import { modelInputStore } from './model-input-store.ts'
import { createTrial, type Specimen, type Trial, type TrialState } from './trial/trial.ts'
import { TrialPane } from './trial/trial-pane.tsx'
import { useDraft } from './use-draft.ts'
import { sameOptions } from './value-text.ts'

interface ModelInputContentProps {
  modelId: string
  source: PickedSource | null
  onChanged(isChanged: boolean): void
}

export function ModelInputContent({ modelId, source, onChanged }: ModelInputContentProps) {
  const host = useHost()
  const load = useCallback(() => host.api('models.get', { params: { model: modelId } }), [host, modelId])
  const { value: model, error, reload, patch } = useResource(load)
  return (
    <>
      <p className={classes.about}>{texts.modelInput.about}</p>
      {model ? (
        <InputEditor model={model} source={source} onChanged={onChanged} onSaved={(saved) => patch(() => saved)} />
      ) : (
        <NotLoaded title={texts.modelInput.cannotShow} error={error} reload={reload} />
      )}
    </>
  )
}

const words = texts.modelInput
type Problems = Partial<Record<ConversionField, string>>

interface InputEditorProps {
  model: Model
  source: PickedSource | null
  onSaved(model: Model): void
  /** There is something to lose. */
  onChanged(isChanged: boolean): void
}

/** Changes the options of a model, with its answers on a picture beside them. */
function InputEditor({ model, source, onSaved, onChanged }: InputEditorProps) {
  const host = useHost()
  const readOnly = useReadOnly()
  const stored = useMemo(() => model.conversion ?? {}, [model])
  const draft = useDraft(stored)
  const { options } = draft
  const isChanged = !sameOptions(stored, options)
  const isEmbedding = taskOf(model) === 'reid'
  const trial = useTrial(model.id, !isEmbedding && readOnly === null)
  const answers = useStore(trial.store)
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const [saving, setSaving] = useState<'no' | 'yes' | 'done'>('no')
  const [refusal, setRefusal] = useState<{ field: ConversionField | null; text: string } | null>(null)

  useEffect(() => trial.use(stored, options), [trial, stored, options])
  useEffect(() => onChanged(isChanged), [onChanged, isChanged])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is cleared by the next change of the options, which the effect does not read
  useEffect(() => setRefusal(null), [options])

  const colors = colorsOfModel(options.class_names ?? classNamesOf(model))
  const problems: Problems = {
    ...(isChanged && answers.tried && !answers.tried.ok && problemOf(answers.tried.problem)),
    ...(refusal?.field && { [refusal.field]: refusal.text }),
    ...typedProblems,
  }
  const hasProblem = Object.keys(problems).length > 0
  const onProblem = (field: ConversionField, problem: string | null) =>
    setTypedProblems(({ [field]: _, ...rest }) => (problem === null ? rest : { ...rest, [field]: problem }))

  const choose = (specimen: Specimen) => {
    modelInputStore.setState({ specimen })
    trial.look(specimen)
  }
  const save = async () => {
    setSaving('yes')
    setRefusal(null)
    try {
      const conversion = Object.keys(options).length === 0 ? null : options
      onSaved(await host.api('models.update', { params: { model: model.id }, body: { conversion } }))
      noteModels()
      setSaving('done')
    } catch (error) {
      setSaving('no')
      setRefusal(fieldProblemOf(error) ?? { field: null, text: errorText(error) })
    }
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const isTyping = e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement
    if (isTyping || !(e.ctrlKey || e.metaKey)) return
    const key = e.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    e.preventDefault()
    if (key === 'y' || e.shiftKey) draft.redo()
    else draft.undo()
  }
  const isRefused = readOnly !== null
  return (
    <ClassColors value={colors}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the undo keys of the controls inside */}
      <div className={classes.editor} onKeyDown={onKeyDown}>
        <div className={classes.options}>
          <PresetChoice options={options} disabled={isRefused} onChoose={draft.replace} />
          <InputFields
            model={model}
            draft={draft}
            problems={problems}
            onProblem={onProblem}
            inUse={inUseOf(model, options, answers)}
            disabled={isRefused}
          />
        </div>
        {isEmbedding || readOnly !== null ? (
          <p className={classes.empty}>{readOnly ?? words.trial.reid}</p>
        ) : (
          <TrialPane trial={trial} source={source} isChanged={isChanged} onChoose={choose} />
        )}
      </div>
      <footer className={classes.footer}>
        <HistoryButton label={words.history.undo} disabled={!draft.canUndo} onClick={draft.undo}>
          <IconArrowBackUp size={15} />
        </HistoryButton>
        <HistoryButton label={words.history.redo} disabled={!draft.canRedo} onClick={draft.redo}>
          <IconArrowForwardUp size={15} />
        </HistoryButton>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          disabled={isRefused || Object.keys(options).length === 0}
          onClick={() => draft.replace({})}
        >
          {words.history.resetAll}
        </Button>
        <div className={classes.grow}>
          {refusal && refusal.field === null ? (
            <p role="alert" data-problem>
              {words.notSaved} {refusal.text}
            </p>
          ) : (
            <p role="status">{isChanged ? words.effect : saving === 'done' ? words.saved : ''}</p>
          )}
        </div>
        <Refusable
          label={saving === 'yes' ? words.saving : words.save}
          icon={<IconDeviceFloppy size={15} />}
          variant="filled"
          refused={readOnly}
          disabled={!isChanged || hasProblem || saving === 'yes'}
          onClick={() => void save()}
        />
      </footer>
    </ClassColors>
  )
}

interface HistoryButtonProps {
  label: string
  disabled: boolean
  onClick(): void
  children: React.ReactNode
}

const HistoryButton = ({ label, children, ...button }: HistoryButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon size={28} aria-label={label} {...button}>
      {children}
    </ActionIcon>
  </Tooltip>
)

/** On the picture of the last trial, for as long as the dialog shows this model. */
function useTrial(modelId: string, isTried: boolean): Trial {
  const host = useHost()
  const [trial] = useState(() => createTrial(host, modelId))
  useEffect(() => {
    const { specimen } = modelInputStore.getState()
    if (isTried) trial.look(specimen)
    return trial.stop
  }, [trial, isTried])
  return trial
}

const problemOf = (problem: { field: ConversionField; text: string } | null): Problems =>
  problem ? { [problem.field]: problem.text } : {}

/** The values of the newest answer: a value whose option was removed is known by an answer without the option. */
function inUseOf(model: Model, options: Model['conversion'], answers: TrialState): ConversionInUse | null {
  for (const answer of [answers.tried, answers.stored]) {
    if (answer?.ok && answer.inUse && sameOptions(answer.options, options ?? {})) return answer.inUse
  }
  const newest = answers.tried ?? answers.stored
  return (newest?.ok ? newest.inUse : null) ?? model.conversion_in_use
}

const presetTexts = texts.modelInput.presets

interface PresetChoiceProps {
  options: Conversion
  disabled: boolean
  onChoose(options: Conversion): void
}

/** A preset is about pixels: what it can't know stays. */
const keptBy = ({ layout, input_size, class_names }: Conversion): Conversion =>
  Object.fromEntries(
    Object.entries({ layout, input_size, class_names }).filter(([, value]) => value !== undefined),
  ) as Conversion

const withPreset = (options: Conversion, preset: Conversion): Conversion => ({ ...preset, ...keptBy(options) })

/** The usual values of a toolkit, filled in by its name. */
function PresetChoice({ options, disabled, onChoose }: PresetChoiceProps) {
  const chosen = MODEL_PRESETS.find(({ conversion }) => sameOptions(withPreset(options, conversion), options))
  return (
    <Select
      size="xs"
      label={presetTexts.label}
      placeholder={presetTexts.placeholder}
      description={
        chosen && (
          <>
            <span lang="en">{chosen.models}.</span> {presetTexts.from(chosen.source)}
          </>
        )
      }
      inputWrapperOrder={['label', 'input', 'description']}
      data={MODEL_PRESETS.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? null}
      disabled={disabled}
      searchable
      nothingFoundMessage={presetTexts.none}
      allowDeselect={false}
      renderOption={({ option }) => (
        <span lang="en">
          {option.label}
          <small style={{ display: 'block', color: 'var(--sl-dim)' }}>{presetOf(option.value)?.models}</small>
        </span>
      )}
      onChange={(id) => {
        const preset = id === null ? null : presetOf(id)
        if (preset) onChoose(withPreset(options, preset.conversion))
      }}
    />
  )
}
