/** The labelling canvas with its tools, classes, annotations and properties. Calls no API: it emits operations. */
import { Modal, VisuallyHidden } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { AnnotationType } from '../../../../shared/domain/annotation.ts'
import { KeySheet } from '../../../base/commands/key-sheet.tsx'
import { useMenuCommands } from '../../../base/commands/menu-commands.ts'
import { texts } from '../../../texts/texts.ts'
import type { ImageActions } from './commands/command.ts'
import { LABELLING_KEY_GROUPS } from './commands/command-list.ts'
import { useLabellingKeys } from './commands/use-labelling-keys.ts'
import type { LabelClass, Labelled, Operation } from './document/document.ts'
import classes from './labelling.module.css'
import { AnnotationList } from './panels/annotation-list.tsx'
import { labelOf, selectionText } from './panels/annotation-text.ts'
import { ClassList } from './panels/class-list.tsx'
import { Properties } from './panels/properties.tsx'
import { StatusBar } from './panels/status-bar.tsx'
import { ToolRail } from './panels/tool-rail.tsx'
import { StageContext, useLabellingDocument, useStageState } from './panels/use-stage.ts'
import { LabellingStage } from './stage/stage.ts'
import { DRAWS, type Outliner } from './tools/tool.ts'

export interface LabellingCanvasProps {
  /** The upright image, its size in pixels, and its name for screen readers. Another URL begins with a new undo list. */
  image: { url: string; width: number; height: number; name: string }
  classes: readonly LabelClass[]
  /** A new array replaces the annotations on the canvas; it has to contain the operations that were emitted before. */
  annotations: readonly Labelled[]
  readOnly?: boolean
  /** Called with the operations of each finished gesture, undo and redo. */
  onOperations(operations: Operation[]): void
  /** Actions of keys that concern the image or its neighbours; keys without an action keep their usual effect. */
  actions?: ImageActions
  /** Finds the outlines of objects; without it, they are only drawn by hand. Stable for an image. */
  outliner?: Outliner
  /** Adds a class whose name was typed; `classes` has it afterwards. Without it, classes can't be added here. */
  onAddClass?(name: string, type: AnnotationType): void
  /** Called with the stage of the image, as for its selection. */
  onStage?(stage: LabellingStage): void
}

const NO_ACTIONS: ImageActions = {}

export const LabellingCanvas = (props: LabellingCanvasProps) => <Canvas key={props.image.url} {...props} />

function Canvas(props: LabellingCanvasProps) {
  const { image, annotations, readOnly = false, onOperations, actions = NO_ACTIONS } = props
  const emit = useRef(onOperations)
  emit.current = onOperations
  const [stage] = useState(
    () =>
      new LabellingStage({
        image,
        classes: props.classes,
        annotations,
        readOnly,
        onOperations: (operations) => emit.current(operations),
        outliner: props.outliner ?? null,
        labelOf,
      }),
  )
  const canvas = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [adjusting, setAdjusting] = useState(false)
  const [keys, setKeys] = useState(false)
  /** The name of a class that is chosen once it has been added. */
  const adding = useRef<string | null>(null)
  const focus = () => canvas.current?.focus({ preventScroll: true })

  useEffect(() => (canvas.current ? stage.attach(canvas.current) : undefined), [stage])
  useEffect(() => stage.document.replace(annotations), [stage, annotations])
  useEffect(() => {
    stage.setClasses(props.classes)
    const added = props.classes.find(({ name }) => name === adding.current)
    if (!added) return
    adding.current = null
    stage.tools.chooseClass(added.name)
  }, [stage, props.classes])
  const { onStage, onAddClass } = props
  useEffect(() => onStage?.(stage), [stage, onStage])
  const addClass = (name: string) => {
    adding.current = name
    onAddClass?.(name, DRAWS[stage.state.getState().tool]?.[0] ?? 'bbox')
  }
  useEffect(() => stage.setReadOnly(readOnly), [stage, readOnly])
  useLabellingKeys(canvas, {
    stage,
    actions,
    openClassSearch: () => search.current?.focus(),
    toggleBrightness: () => setAdjusting((open) => !open),
  })
  useMenuCommands({ shortcuts: () => setKeys(true) })
  return (
    <StageContext value={stage}>
      <div className={classes.labelling}>
        <ToolRail />
        <div className={classes.middle}>
          <Surface ref={canvas} name={image.name} />
          <StatusBar adjusting={adjusting} onAdjusting={setAdjusting} onKeys={() => setKeys(true)} />
        </div>
        <aside className={classes.side} aria-label={texts.labelling.canvas.side}>
          <ClassList
            list={props.classes}
            search={search}
            onAdd={onAddClass && !readOnly ? addClass : undefined}
            onDone={focus}
          />
          <Properties image={image} list={props.classes} actions={actions} />
          <AnnotationList />
        </aside>
      </div>
      <Modal opened={keys} onClose={() => setKeys(false)} title={texts.labelling.bar.keys} size="xl" centered>
        <KeySheet groups={LABELLING_KEY_GROUPS} />
      </Modal>
    </StageContext>
  )
}

/** The focusable element of the canvas, and its words for screen readers. */
function Surface({ ref, name }: { ref: React.Ref<HTMLDivElement>; name: string }) {
  const document = useLabellingDocument()
  const state = useStageState((s) => s.image)
  const tool = useStageState((s) => s.tool)
  const cross = useStageState((s) => s.cross)
  const help = useId()
  const words = texts.labelling
  return (
    <div className={classes.stage}>
      <div
        ref={ref}
        className={classes.surface}
        role="application"
        aria-label={words.canvas.label(name)}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing surface takes the keyboard
        tabIndex={0}
        data-testid="labelling-surface"
        data-tool={tool}
      />
      <VisuallyHidden id={help}>{words.canvas.help}</VisuallyHidden>
      <VisuallyHidden role="status">{words.say.tool(words.tools[tool])}</VisuallyHidden>
      <VisuallyHidden role="status">{selectionText(document)}</VisuallyHidden>
      <VisuallyHidden role="status">{cross && words.say.cross(cross.x, cross.y)}</VisuallyHidden>
      {state !== 'shown' && (
        <p className={classes.notice}>{state === 'failed' ? words.canvas.failed : words.canvas.loading}</p>
      )}
    </div>
  )
}
