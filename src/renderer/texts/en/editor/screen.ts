export const screen = {
  opening: 'Opening',
  backTitle: 'Unsaved changes restored',
  backText: 'These changes were made before the app closed or lost its connection. Undo reverts them.',
  cannotOpen: 'This workflow can’t be opened',
  toWorkflows: 'Back to workflows',
}
