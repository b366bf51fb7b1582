/** Records that a person shares with the organization: batches, versions, marks, and labels of runs. */
export const sharing = {
  share: 'Share with the organization',
  unshare: 'Make private',
  shared: 'Shared with the organization',
  by: (name: string) => `Shared by ${name}`,
  bySomebody: 'Shared by the organization',
  nowShared: 'Shared with the organization. Members can change it too.',
  isPrivate: 'Private: only you see it now.',
  notChanged: 'The sharing was not changed',
  readOnly: (shared: string, needed: string, own: string) =>
    `${shared}. To change this, you need the role ${needed}; yours is ${own}.`,
}
