/** The downloads of this page, newest first; nothing when there are none. */
import { ActionIcon, Button, Progress, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { taskOf } from '../../../../shared/domain/model-types.ts'
import { formatBytes, formatTimeLeft } from '../../../base/format/format.ts'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Fact, FactList } from '../../../base/ui/fact.tsx'
import { texts } from '../../../texts/texts.ts'
import { AssumedNote } from '../model-input/assumed-note.tsx'
import { classNamesOf, inputSizeOf } from '../models/model-facts.ts'
import {
  cancelDownload,
  type Download,
  type DownloadState,
  dismissDownload,
  downloadsStore,
  isUnderWay,
} from './downloads.ts'
import classes from './get-model.module.css'
import { closeGetModel } from './get-model-store.ts'
import { giveModel, useDownload } from './use-download.ts'

export function DownloadList() {
  const all = useStore(downloadsStore, (s) => s.all)
  if (all.length === 0) return null
  return (
    <section aria-label={texts.getModel.downloads.title}>
      <ul className={classes.downloads}>
        {all.toReversed().map((one) => (
          <DownloadRow key={one.key} download={one} />
        ))}
      </ul>
    </section>
  )
}

const words = texts.getModel.downloads

interface Action {
  label: string
  /** For screen readers; the label by default. */
  description?: string
  act(): void
}

/** One download: its progress, its failure with a retry, or the facts that were found in the file. */
function DownloadRow({ download: one }: { download: Download }) {
  const start = useDownload()
  const { key, title, source, file, receiver, state } = one
  const again = () => start({ title, source, file, receiver })
  const use = () => {
    if (state.at !== 'done' || !receiver) return
    closeGetModel()
    giveModel(receiver, state.name)
  }
  // One button for all states, so that it keeps the focus when they change.
  const action = ((): Action | null => {
    switch (state.at) {
      case 'cancelled':
        return { label: words.resume, description: words.resumeNamed(title), act: again }
      case 'failed':
        return { label: texts.ui.words.tryAgain, description: words.retryNamed(title), act: again }
      case 'done':
        return receiver && { label: texts.getModel.receiver.use(receiver.title), act: use }
      default:
        return { label: words.stop, description: words.cancel(title), act: () => cancelDownload(key) }
    }
  })()
  return (
    <li className={classes.download} data-state={state.at} aria-label={words.of(title)}>
      <div className={classes.head}>
        <h3>{state.at === 'done' ? state.name : title}</h3>
        <span className={classes.gap} />
        {action && (
          <Button
            variant={state.at === 'done' ? 'light' : 'default'}
            aria-label={action.description}
            onClick={action.act}
          >
            {action.label}
          </Button>
        )}
        {!isUnderWay(one) && (
          <ActionIcon aria-label={words.remove(title)} onClick={() => dismissDownload(key)}>
            <IconX size={15} />
          </ActionIcon>
        )}
      </div>
      <VisuallyHidden role="status">{announcement(state)}</VisuallyHidden>
      <State title={title} state={state} />
    </li>
  )
}

/** Announced by screen readers: changes of phase only, because figures change several times a second. */
function announcement(state: DownloadState): string {
  if (state.at === 'running') return words.phases[state.progress.phase]
  if (state.at === 'done') return words.ready(state.name)
  return ''
}

function State({ title, state }: { title: string; state: DownloadState }) {
  switch (state.at) {
    case 'starting':
      return <p>{words.starting}</p>
    case 'running':
      return <Running title={title} state={state} />
    case 'cancelled':
      return <p role="status">{words.cancelled}</p>
    case 'failed':
      return (
        <p role="alert" className={classes.failed}>
          {state.message}{' '}
          {state.code === 'no_network' && (
            <a href={hrefOf({ screen: 'settings' })} onClick={closeGetModel}>
              {words.settings}
            </a>
          )}
        </p>
      )
    case 'done':
      return <Findings state={state} />
  }
}

function Running({ title, state }: { title: string; state: Extract<DownloadState, { at: 'running' }> }) {
  const { progress, bytesPerSecond } = state
  const { phase, received_bytes: received, total_bytes: total, seconds_left: left } = progress
  const parts =
    phase === 'downloading'
      ? [
          total === null ? formatBytes(received) : words.received(formatBytes(received), formatBytes(total)),
          bytesPerSecond === null ? '' : words.rate(formatBytes(Math.round(bytesPerSecond))),
          left === null ? '' : formatTimeLeft(left),
        ]
      : [words.phases[phase]]
  return (
    <>
      <p className="figures">{parts.filter(Boolean).join(' · ')}</p>
      <Progress
        value={total === null || phase !== 'downloading' ? 100 : Math.min(100, (100 * received) / total)}
        size="xs"
        animated={total === null || phase !== 'downloading'}
        aria-label={words.of(title)}
      />
    </>
  )
}

function Findings({ state: { name, checksum, model } }: { state: Extract<DownloadState, { at: 'done' }> }) {
  const facts = texts.getModel.facts
  const names = model ? classNamesOf(model) : []
  const size = model && inputSizeOf(model)
  return (
    <>
      <p>{words.ready(name)}</p>
      <FactList layout="card" label={words.found} className={classes.facts}>
        {model && <Fact name={facts.task}>{texts.models.modelCard.tasks[taskOf(model)]}</Fact>}
        {model?.architecture && <Fact name={texts.models.modelCard.architecture}>{model.architecture}</Fact>}
        {model && (
          <Fact name={facts.classes}>
            {names.length === 0
              ? texts.models.modelCard.noClasses
              : texts.getModel.classes.listed(names.length, names.slice(0, 4).join(', '), names.length > 4)}
          </Fact>
        )}
        {size && <Fact name={facts.input}>{size}</Fact>}
        <Fact name={words.checksum}>{words.checksums[checksum]}</Fact>
      </FactList>
      {model && <AssumedNote model={model} onCheck={closeGetModel} />}
    </>
  )
}
