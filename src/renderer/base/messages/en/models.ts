import { plural } from '../plural.ts'

export const models = {
  used: {
    title: (name: string) => `Delete “${name}”?`,
    workflows: (n: number) => `${plural(n, 'workflow uses', 'workflows use')} this model and will need another one:`,
    runs: (n: number) => `${plural(n, 'queued run uses', 'queued runs use')} this model and will fail without it:`,
    more: (n: number) => `and ${n} more`,
  },
  modelCard: {
    card: 'Model card',
    footnotes: 'Notes',
    classes: 'Classes',
    task: 'Task',
    architecture: 'Architecture',
    input: 'Input',
    precision: 'Precision',
    added: 'Added',
    tasks: {
      object_detection: 'Object detection',
      semantic_segmentation: 'Semantic segmentation',
      instance_segmentation: 'Instance segmentation',
      keypoint_detection: 'Keypoint detection',
      classification: 'Image classification',
      reid: 'Re-identification',
    },
    statuses: { training: 'Training', ready: 'Ready', failed: 'Failed', archived: 'Archived' },
    moreClasses: (n: number) => `and ${n} more`,
    noClasses: 'No class names in the file',
  },
  modelMenu: {
    renameTitle: 'Rename model',
    more: (name: string) => `More actions for ${name}`,
    download: 'Download ONNX file',
  },
  modelsScreen: {
    title: 'Models',
    ready: (name: string) => `“${name}” is ready to use.`,
    notImported: (file: string) => `“${file}” could not be imported`,
    import: 'Import ONNX file',
    importing: (file: string) => `Importing “${file}”: reading its inputs, outputs and classes…`,
    cannotShow: 'Models can’t be shown',
    loading: 'Loading models',
    none: 'No models yet',
    noneHint: 'Import a detector as an ONNX file, or drop one here. Its classes and input size are read from the file.',
    drop: 'Drop an ONNX file anywhere on this screen to import it.',
  },
  useModels: {
    notOnnx: (file: string) => `“${file}” is not an ONNX file. Export your model as .onnx.`,
    notStored: (status: number) => `The file could not be stored (status ${status}). Try again.`,
  },
}
