export const session = {
  emptyClipboard: 'The clipboard holds no blocks. Copy some blocks first.',
  notStarted: 'The run did not start',
  notSaved: (reason: string) => `The workflow is not saved. ${reason}`,
  nameTaken: (name: string) => `The name “${name}” is taken. Choose another name.`,
  noAnswer: 'Sightline’s service does not answer. Your work is kept here until it does.',
  tookTheirs: 'Take the other window’s version',
  newGroup: 'Group',
  noBypass: 'Only blocks that give what they take can be bypassed: filter, track, condition. Mute it instead.',
  hasRun: (workflow: string) => `“${workflow}” has run.`,
}
