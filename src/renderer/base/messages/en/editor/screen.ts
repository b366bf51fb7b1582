export const screen = {
  opening: 'Opening',
  backTitle: 'Your unsaved changes are back',
  backText: 'They were made before the app was closed or lost its connection. Undo takes them away again.',
  cannotOpen: 'This workflow can’t be opened',
  toWorkflows: 'Back to workflows',
}
