/** The button that takes frames of the video of a run into a data set, which may be a new one. */

import { Button, Modal, Select, TextInput } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { MAX_MOMENTS } from '../../../../shared/domain/frame-selection.ts'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { hrefOf } from '../../../base/navigation/route.ts'
import { Refusable } from '../../../base/ui/refusable.tsx'
import { NotLoaded, useResource } from '../../../base/ui/resource.tsx'
import { texts } from '../../../texts/texts.ts'
import { RULES_OF_RUN, RULES_WITH_MOMENTS } from './frame-choice.ts'
import classes from './frames.module.css'
import { FramesStep } from './frames-step.tsx'

const words = texts.data.frames.ofRun
const NEW = 'new'
/** Data sets of one request. */
const LISTED = 1000

interface FramesOfRunButtonProps {
  run: WorkflowRun
  /** Seconds of the frames at which the run was wrong; without it, the unsure frames are offered first. */
  moments?: readonly number[]
}

/** Empty for a run without a video, or without its detections. */
export function FramesOfRunButton({ run, moments }: FramesOfRunButtonProps) {
  const refused = useRoleRefusal('member')
  const [opened, setOpened] = useState(false)
  const { source, inspection } = run
  if (source?.kind !== 'video' || source.uri === null || inspection?.frames == null) return null
  const isNothingWrong = moments?.length === 0
  return (
    <>
      <Refusable
        label={moments ? words.wrong : words.open}
        icon={<IconPhotoPlus size={15} />}
        refused={refused ?? (isNothingWrong ? words.nothingWrong : null)}
        onClick={() => setOpened(true)}
      />
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': texts.ui.words.close }}
        title={words.title}
        size={680}
      >
        <Content run={run} source={{ uri: source.uri, name: source.name }} moments={moments} />
      </Modal>
    </>
  )
}

interface ContentProps {
  run: WorkflowRun
  source: { uri: string; name: string }
  moments: readonly number[] | undefined
}

function Content({ run, source, moments }: ContentProps) {
  const host = useHost()
  const load = useCallback(async () => (await host.api('datasets.list', { query: { limit: LISTED } })).data, [host])
  const { value: datasets, error, reload } = useResource(load)
  const [chosen, setChosen] = useState(NEW)
  const [name, setName] = useState(cutText(words.nameOf(run.workflow_name), 100))
  /** The data set of the last extraction: a second try uses it too. */
  const [madeId, setMadeId] = useState<string | null>(null)
  const [isAdded, setAdded] = useState(false)
  const made = useRef<string | null>(null)
  if (!datasets) return <NotLoaded title={words.failed} error={error} reload={reload} />

  async function datasetOf(): Promise<string> {
    if (chosen !== NEW) {
      setMadeId(chosen)
      return chosen
    }
    if (made.current === null) {
      const body = { name: name.trim() === '' ? cutText(words.nameOf(run.workflow_name), 100) : name.trim() }
      made.current = (await host.api('datasets.create', { body })).id
    }
    setMadeId(made.current)
    return made.current
  }
  const { duration_seconds: durationS, frame_count: frames } = run.media ?? {}
  const length = durationS != null && frames != null ? { durationS, frames } : null
  return (
    <div className={classes.step}>
      {!isAdded && (
        <div className={classes.fields}>
          <Select
            size="xs"
            label={words.dataset}
            searchable
            allowDeselect={false}
            data={[
              { value: NEW, label: words.newDataset },
              ...datasets.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            value={chosen}
            onChange={(next) => setChosen(next ?? NEW)}
          />
          {chosen === NEW && (
            <TextInput
              size="xs"
              label={words.name}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </div>
      )}
      <FramesStep
        datasetOf={datasetOf}
        source={{ ...source, length, runId: run.id, ...(moments && { moments: distinct(moments) }) }}
        rules={moments ? RULES_WITH_MOMENTS : RULES_OF_RUN}
        onAdded={async () => setAdded(true)}
        whenAdded={
          madeId !== null && (
            <Button component="a" href={hrefOf({ screen: 'dataset', datasetId: madeId })}>
              {words.openDataset}
            </Button>
          )
        }
      />
    </div>
  )
}

const distinct = (moments: readonly number[]): number[] =>
  [...new Set(moments.map((time) => Math.max(0, time)))].sort((a, b) => a - b).slice(0, MAX_MOMENTS)
