/** The body of the lab: the player and the keys on the left; marks, score and settings sweep on the right. */

import { Tabs, VisuallyHidden } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { figuresOf } from '../../../shared/accuracy/figures.ts'
import { totalS } from '../../../shared/accuracy/intervals.ts'
import { USUAL_RULES } from '../../../shared/accuracy/score.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import type { Artifact, WorkflowRun } from '../../../shared/domain/run.ts'
import { kindsAt, type TruthMark } from '../../../shared/domain/truth.ts'
import { formatTimecode } from '../../base/format/format.ts'
import { navigate } from '../../base/navigation/route.ts'
import { FramesOfRunButton } from '../../parts/run/frames/frames-of-run-button.tsx'
import { useInspection } from '../../parts/run/inspector/use-inspection.ts'
import { useOverlayMediaOf } from '../../parts/run/player/overlay-media.ts'
import runClasses from '../../parts/run/progress/run-page.module.css'
import type { RunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import type { EventRow } from '../../parts/run/records/events/event-row.ts'
import { useChangeRefusal } from '../../parts/studio/sharing/sharing.tsx'
import { proposeEdit } from '../../parts/workflow/document/proposed-edits.ts'
import { texts } from '../../texts/texts.ts'
import { MarksPanel } from './marks/marks-panel.tsx'
import { classKeys, KeyList, type LabCommand, useClassChoice, useLabKeys } from './player/key-list.tsx'
import { LabPlayer, useLabLanes, useWatching } from './player/lab-player.tsx'
import { type ErrorRow, ScorePanel } from './score/score-panel.tsx'
import { scoreAt, scoreRun, watchedUntil } from './score/score-run.ts'
import { SweepPanel } from './sweep/sweep-panel.tsx'
import { type Combination, sweepable, type Tried, withValues } from './sweep/sweepable.ts'
import { useSweep } from './sweep/use-sweep.ts'
import type { TruthSession } from './truth/open-truth.ts'
import { useTruthFiles } from './truth/truth-files.ts'
import { placeIn } from './truth/truth-store.ts'
import { useErrorReasons } from './use-error-reasons.ts'

/** Commands that change the marks. */
const CHANGING: ReadonlySet<LabCommand['do']> = new Set(['mark', 'remove', 'undo', 'redo'])

interface LabViewProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  urlOf: (artifact: Artifact) => string
  blocks: RunBlocks
  session: TruthSession
  /** The run processed this much of the video from its start; null for all of it. */
  untilS: number | null
}

export function LabView({ run, artifacts, urlOf, blocks, session, untilS }: LabViewProps) {
  const { truth } = session
  const saving = useStore(session.state)
  const refused = useChangeRefusal(saving.owner)
  const inspection = useInspection(run, artifacts, blocks, urlOf)
  const { playback, scene, frames, frameS, duration, settledEvents, land, showEvent } = inspection
  const media = useOverlayMediaOf(run, artifacts, blocks.graph, frames, urlOf)
  const [placeAt, setPlaceAt] = useState(0)
  const [className, setClassName] = useState<string | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [blind, setBlind] = useState(true)
  const [rules, setRules] = useState(USUAL_RULES)
  const [said, setSaid] = useState('')
  const sweep = useSweep()

  const truthPlaces = useStore(truth.store, (s) => s.places)
  const places = scene.geometries
  const scenePlace = places[Math.min(placeAt, places.length - 1)] ?? null
  const place = useMemo(
    () => placeIn(truthPlaces, { name: scenePlace?.name ?? '', kind: scenePlace?.kind ?? 'line' }),
    [truthPlaces, scenePlace],
  )
  useWatching(playback, truth, refused === null ? scenePlace : null, frameS)

  // Visits that are open at the end of the video end with it, within its last frame.
  const endS = untilS ?? Math.max(0, duration - 1.5 * frameS)
  const scored = useMemo(() => ({ places, truth: truthPlaces, rules, endS }), [places, truthPlaces, rules, endS])
  const score = useMemo(
    () =>
      scenePlace ? scoreAt(settledEvents.items, scenePlace, scored) : { matches: [], misses: [], falseCounts: [] },
    [settledEvents, scenePlace, scored],
  )
  const scoreOf = useCallback((events: readonly EventRow[]) => scoreRun(events, scored), [scored])
  const overall = useMemo(
    () => figuresOf(places.map((p) => scoreAt(settledEvents.items, p, scored))),
    [places, settledEvents, scored],
  )
  const wrongAt = useMemo(
    () => [...score.misses.map(({ time_s }) => time_s), ...score.falseCounts.map(({ timeS }) => timeS)],
    [score],
  )
  const watchedS = totalS(watchedUntil(place.watched, endS))
  const reasons = useErrorReasons(inspection, scenePlace, score, rules)
  const choose = useCallback(
    (mark: TruthMark) => {
      setChosenId(mark.id)
      land(mark.time_s)
    },
    [land],
  )
  const lanes = useLabLanes({ place, score: blind ? null : score, chosenId, onMark: choose, onCounted: showEvent })
  const choice = useClassChoice(run, blocks, frames, truthPlaces)
  const keys = useMemo(() => classKeys(choice.near), [choice])
  const { importFile, exportFile } = useTruthFiles(truth)

  const frameTime = () => Math.round((playback.shownFrame() ?? playback.getTime()) * 1000) / 1000
  const obey = (command: LabCommand) => {
    if (refused !== null && CHANGING.has(command.do)) return setSaid(refused)
    switch (command.do) {
      case 'mark': {
        if (!scenePlace) return
        const kind = kindsAt(scenePlace.kind)[command.which]
        const time_s = frameTime()
        setChosenId(truth.mark(scenePlace, { time_s, kind, class_name: className }))
        // A marked moment counts as watched.
        truth.watch(scenePlace, Math.max(0, time_s - frameS), time_s + frameS)
        return setSaid(texts.lab.marked(texts.lab.kinds[kind], formatTimecode(time_s)))
      }
      case 'class':
        return setClassName(command.name)
      case 'next-place':
        return setPlaceAt((placeAt + 1) % Math.max(1, places.length))
      case 'remove':
        return chosenId === null ? undefined : truth.remove(chosenId)
      case 'blind':
        return setBlind(!blind)
      case 'undo':
        truth.undo()
        return setSaid(texts.lab.undone)
      case 'redo':
        truth.redo()
        return setSaid(texts.lab.redone)
    }
  }
  useLabKeys(keys, obey)
  const stepMark = useCallback(
    (steps: number) => {
      const now = playback.getTime()
      const next =
        steps > 0
          ? place.marks.find((m) => m.time_s > now + frameS)
          : place.marks.findLast((m) => m.time_s < now - frameS)
      if (next) choose(next)
    },
    [place.marks, playback, frameS, choose],
  )
  const show = (row: ErrorRow) => {
    setBlind(false)
    setChosenId(row.sort === 'miss' ? row.mark.id : null)
    reasons.show(row)
  }

  const { graph, titleOf } = blocks
  const settings = useMemo(
    () => (graph ? sweepable(graph, titleOf, run.media?.native_fps || 1 / frameS) : []),
    [graph, titleOf, run.media, frameS],
  )
  const startSweep = (tried: readonly Tried[]) => {
    if (!graph) return
    const measureIds = new Set(places.map((p) => p.nodeId))
    sweep.start({ tried, graph, measureIds, name: cutText(texts.lab.sweep.name(run.workflow_name), 90) })
  }
  const { workflow_id } = run
  const apply = (tried: readonly Tried[], combination: Combination) => {
    if (workflow_id === null) return
    proposeEdit(workflow_id, {
      label: texts.lab.sweep.applyLabel,
      change: (now) => withValues(now, tried, combination),
      done: texts.lab.sweep.applied,
      nothing: texts.lab.sweep.nothingToApply,
    })
    const first = tried.find(({ setting }, i) => combination[i] !== setting.now)?.setting.nodeId
    navigate({ screen: 'editor', workflowId: workflow_id, ...(first !== undefined && { nodeId: first }) })
  }

  return (
    <div className={runClasses.columns} style={{ height: '100%' }}>
      <div className={runClasses.left}>
        <LabPlayer
          inspection={inspection}
          media={media}
          blind={blind}
          lanes={lanes}
          place={scenePlace}
          onBlind={() => setBlind(!blind)}
          onStepMark={stepMark}
        />
        <KeyList
          places={places}
          choice={choice}
          className={className}
          obey={obey}
          place={scenePlace}
          marked={places.map((p) => placeIn(truthPlaces, p).marks.length)}
          onPlace={setPlaceAt}
          classKeys={keys}
        />
      </div>
      <Tabs
        defaultValue="marks"
        className={runClasses.right}
        classNames={{ list: runClasses.tabs, tab: runClasses.tab }}
      >
        <Tabs.List>
          <Tabs.Tab value="marks">{texts.lab.tabs.marks}</Tabs.Tab>
          <Tabs.Tab value="score">{texts.lab.tabs.score}</Tabs.Tab>
          <Tabs.Tab value="sweep">{texts.lab.tabs.sweep}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="marks" className={runClasses.panel}>
          <MarksPanel
            truth={truth}
            place={place}
            watchedS={watchedS}
            chosenId={chosenId}
            choice={choice}
            saving={saving}
            refused={refused}
            onShare={session.share}
            onChoose={choose}
            onMoveHere={(mark) => truth.change(mark.id, { time_s: frameTime() })}
            onImport={importFile}
            onExport={exportFile}
          />
        </Tabs.Panel>
        <Tabs.Panel value="score" className={runClasses.panel}>
          <ScorePanel
            score={score}
            rules={rules}
            watchedS={watchedS}
            isLine={place.kind === 'line'}
            onRules={setRules}
            onShow={show}
            explain={reasons.explain}
          />
          <FramesOfRunButton run={run} moments={wrongAt} />
        </Tabs.Panel>
        <Tabs.Panel value="sweep" className={runClasses.panel}>
          <SweepPanel
            sweep={sweep}
            settings={settings}
            scoreOf={scoreOf}
            now={overall}
            onStart={startSweep}
            onApply={workflow_id === null ? null : apply}
          />
        </Tabs.Panel>
      </Tabs>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
    </div>
  )
}
