/** The panel of one block: its name, description, problems, settings and wires. */
import { Button, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { type Geometry, MAX_PLACE_NAME } from '../../../../shared/blocks/measure.ts'
import { freeName } from '../../../../shared/domain/free-name.ts'
import { firstGeometryOf } from '../../../../shared/domain/geometry-color.ts'
import type { Issue } from '../../../../shared/graph/issue.ts'
import { unitesAt } from '../../../../shared/graph/unions.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { openGetModel } from '../../../parts/model/get-model/get-model-store.ts'
import { modelsStore } from '../../../parts/model/models/models-store.ts'
import { findNode, kindTitle, leftOut, titleById, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { BlockIcon, blockColor } from '../blocks/block-icons.tsx'
import { ConfigForm } from '../config-form/config-form.tsx'
import { usePreviewController } from '../preview/preview-context.tsx'
import { useControls, useDocument, useIssues, useResources, useRun, useSession } from '../session/editor-context.ts'
import type { Problem } from '../session/issue-store.ts'
import { classesOf } from '../session/resources.ts'
import { setUi, useUi } from '../session/ui-store.ts'
import { classesAt } from '../session/upstream.ts'
import { BlockWires } from './block-wires.tsx'
import { FixButton, IssueNote } from './issue-help.tsx'
import classes from './panels.module.css'
import { useFieldVisits } from './use-field-visits.ts'

const NONE: readonly Problem[] = []

/** A note on a block that is excluded from runs, with a button to include it. */
function BlockSwitch({ nodeId, kind }: { nodeId: string; kind: string }) {
  const { actions } = useControls()
  const set = useDocument((s) => s.doc.layout.switches?.[nodeId])
  const idle = useDocument((s) => leftOut(s.doc).has(nodeId))
  if (!set && idle) {
    return <IssueNote level="warning">{texts.editor.panels.switch.leftOut}</IssueNote>
  }
  if (!set) return null
  const title = kindTitle(kind)
  return (
    <div className={classes.switchRow}>
      <IssueNote level="warning">
        {set === 'muted' ? texts.editor.panels.switch.muted(title) : texts.editor.panels.switch.bypassed}{' '}
        <Button size="compact-xs" variant="default" onClick={() => actions.toggleSwitch(set)}>
          {set === 'muted' ? texts.editor.panels.switch.unmute : texts.editor.panels.switch.putBack}
        </Button>
      </IssueNote>
    </div>
  )
}

export function BlockPanel({ nodeId }: { nodeId: string }) {
  const visits = useFieldVisits()
  const node = useDocument((s) => findNode(s.doc.graph, nodeId))
  const issues = useIssues((s) => s.byNode.get(nodeId) ?? NONE)
  const panel = useRef<HTMLDivElement>(null)
  useFieldFocus(nodeId, panel)
  if (!node) return null
  const kind = isBlockKind(node.type) ? node.type : null
  // Fields show their errors in red; steps still to do are listed calmly above.
  const general = issues.filter((i) => i.field === undefined || i.field === '' || i.level === 'todo')
  const ofFields = issues.filter((i) => i.level !== 'todo')
  return (
    <div
      ref={panel}
      className={classes.panel}
      style={{ '--block': blockColor(node.type) } as React.CSSProperties}
      {...visits}
    >
      <header className={classes.header}>
        <span className={classes.icon}>
          <BlockIcon kind={node.type} size={20} />
        </span>
        <div className={classes.heading}>
          <NameField nodeId={nodeId} kind={node.type} />
          <Text size="xs" c="dimmed">
            {kind ? BLOCKS[kind].summary : texts.editor.panels.block.unknown(node.type)}
          </Text>
        </div>
      </header>
      <BlockSwitch nodeId={nodeId} kind={node.type} />
      {general.map((issue) => (
        <IssueNote key={issue.code + issue.message} level={issue.level}>
          {issue.message} <FixButton issue={issue} />
        </IssueNote>
      ))}
      {kind && <Form nodeId={nodeId} kind={kind} config={node.config} issues={ofFields} />}
      <BlockWires nodeId={nodeId} />
      {kind && (
        <details className={classes.help}>
          <summary>{texts.editor.panels.block.about}</summary>
          <p>{BLOCKS[kind].docs}</p>
        </details>
      )}
    </div>
  )
}

function NameField({ nodeId, kind }: { nodeId: string; kind: string }) {
  const { documents } = useSession()
  const title = useDocument((s) => titleById(s.doc, nodeId, kind))
  const keep = (value: string) => documents.getState().run({ type: 'title', nodeId, title: value })
  return (
    <TextInput
      key={title}
      variant="unstyled"
      defaultValue={title}
      maxLength={80}
      aria-label={texts.editor.canvas.block.name}
      data-own-undo
      classNames={{ input: classes.name }}
      onBlur={(e) => keep(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (e.key === 'Enter') e.currentTarget.blur()
        if (e.key === 'Escape') {
          e.currentTarget.value = title
          e.currentTarget.blur()
        }
      }}
    />
  )
}

/** The measure blocks beside this one: their drawings, and copying a line or zone to them. */
function useGeometryTargets(nodeId: string) {
  const { documents } = useSession()
  const doc = useDocument((s) => s.doc)
  return useMemo(() => {
    const others = doc.graph.nodes.filter((n) => n.type === 'measure' && n.id !== nodeId)
    return {
      geometriesBefore: firstGeometryOf(doc.graph.nodes, nodeId),
      copyTargets: others.map((node) => ({ nodeId: node.id, title: titleOf(doc, node) })),
      copyGeometry(to: string, geometry: Geometry) {
        const state = documents.getState()
        const node = findNode(state.doc.graph, to)
        if (!node) return
        const there = Array.isArray(node.config.geometries) ? (node.config.geometries as Geometry[]) : []
        const names = new Set(there.map((g) => g.name))
        const copy = {
          ...geometry,
          name: freeName(geometry.name, (name) => names.has(name), { before: ' ', most: MAX_PLACE_NAME }),
        }
        // A step of its own, even in the middle of a drawing.
        state.seal()
        state.run({
          type: 'configure',
          nodeId: to,
          config: { ...node.config, geometries: [...there, copy] },
          field: '/geometries',
        })
        documents.getState().seal()
        notifications.show({
          message: texts.editor.panels.geometry.copied(copy.name, titleOf(state.doc, node)),
          color: 'green',
        })
      },
    }
  }, [doc, documents, nodeId])
}

interface FormProps {
  nodeId: string
  kind: keyof typeof BLOCKS
  config: Record<string, unknown>
  issues: readonly Issue[]
}

function Form({ nodeId, kind, config, issues }: FormProps) {
  const session = useSession()
  const { documents } = session
  const { files } = useControls()
  const preview = usePreviewController()
  const mediaChanged = () => {
    void session.recheck()
    preview?.tryAgain()
  }
  const graph = useDocument((s) => s.doc.graph)
  const models = useResources((s) => s.models)
  const uri = graph.nodes.find((n) => n.type === 'source')?.config.gcs_uri
  const source = useResources((s) => (typeof uri === 'string' ? (s.sources.get(uri) ?? null) : null))
  const lookUp = useResources((s) => s.lookUp)
  useEffect(() => {
    if (typeof uri === 'string') lookUp(uri)
  }, [uri, lookUp])
  const known = useMemo(() => classesAt(graph, nodeId, (model) => classesOf(models, model)), [graph, nodeId, models])
  const unites = useMemo(() => unitesAt(graph, nodeId), [graph, nodeId])
  const msPerFrame = useRun((s) => s.run?.nodes[nodeId]?.ms_per_frame ?? null)
  const copying = useGeometryTargets(nodeId)
  const title = useDocument((s) => titleById(s.doc, nodeId, kind))
  const modelsImported = useStore(modelsStore, (s) => s.changes)
  const getModel = (field: string) => {
    if (field !== 'model_id' && field !== 'reid_model_id') return
    const receiver = { workflowId: session.workflowId, nodeId, title, field } as const
    openGetModel({ receiver, use: field === 'reid_model_id' ? 'reid' : null })
  }
  return (
    <div className={classes.form}>
      <ConfigForm
        kind={kind}
        config={config}
        issues={issues}
        context={{
          nodeId,
          source,
          classes: known,
          unites,
          chooseSource: () => void files.chooseSource(),
          mediaChanged,
          getModel,
          modelsImported,
          msPerFrame,
          ...copying,
        }}
        onChange={(next, { field }) => documents.getState().run({ type: 'configure', nodeId, config: next, field })}
      />
    </div>
  )
}

/** Focuses the field of a problem once the form is rendered. */
function useFieldFocus(nodeId: string, panel: React.RefObject<HTMLDivElement | null>) {
  const wanted = useUi((s) => (s.focusField?.nodeId === nodeId ? s.focusField.field : null))
  useEffect(() => {
    if (wanted === null) return
    setUi({ focusField: null })
    const name = wanted.replace(/^\//, '').split('/')[0] ?? ''
    requestAnimationFrame(() => {
      const field = panel.current?.querySelector(`[data-field="${CSS.escape(`${nodeId}-${name}`)}"]`)
      if (!field) return
      field.scrollIntoView({ block: 'center' })
      // The labelled control, which is the number beside a slider; else the first one.
      const labelled = field.querySelector<HTMLElement>(`#${CSS.escape(`${nodeId}-${name}`)}`)
      const first = field.querySelector<HTMLElement>('input, textarea, select, button, [tabindex="0"]')
      const control = labelled ?? first
      control?.focus({ preventScroll: true })
    })
  }, [wanted, nodeId, panel])
}
