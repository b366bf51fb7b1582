export const session = {
  emptyClipboard: 'The clipboard contains no blocks. Copy some blocks first.',
  notPasted: 'The blocks can’t be pasted',
  notStarted: 'The run did not start',
  notSaved: (reason: string) => `The workflow is not saved. ${reason}`,
  nameTaken: (name: string) => `The name “${name}” is taken. Choose another name.`,
  noAnswer: 'Sightline’s background process is not responding. Your changes are kept here until they can be saved.',
  tookTheirs: 'Use the other window’s version',
  newGroup: 'Group',
  noBypass:
    'Only blocks with the same input and output type can be bypassed: filter, track and condition. Mute this block instead.',
  hasRun: (workflow: string) => `“${workflow}” has completed.`,
}
