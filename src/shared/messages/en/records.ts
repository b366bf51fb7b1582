/** Records of the Studio: batches, ground truth, labels of runs, and versions of workflows. */
export const records = {
  'record.missing': ['There is no record “{id}”, or its owner doesn’t share it.', 'id'],
  'record.changed_elsewhere': 'This was changed in another window. Read it again.',
  'record.version_named_elsewhere': 'Another window has named this version. Read the list again.',
  'record.version_newer': 'This version was made by a newer version of Sightline. Update Sightline to open it.',
  'record.version_missing': 'This version is not there any more.',
  'record.other_batch': 'must be that of the record. Store another batch as a record of its own',
  'record.other_video': 'must be that of the record. Store the ground truth of another video as a record of its own',
  'record.other_run': 'must be that of the record. Store the labels of another run as a record of its own',
  'record.no_labels': 'Labels need a name, a tag or a note. To remove the labels of a run, delete their record.',
  'record.only_owner_shares': 'Only the owner of a record can share it, or make it private again.',
  'record.sharing_needs_member': [
    'Sharing a record with the organization needs the role member; this caller is {role}. Ask an admin.',
    'role',
  ],
  'record.shared_needs_member': [
    'Changing a record that another person shares needs the role member; this caller is {role}. Ask an admin.',
    'role',
  ],
  'record.settings_need_user': 'Settings belong to a person, and this key belongs to no user. Use the key of a person.',
} as const
