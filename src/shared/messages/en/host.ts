/** Failures of the host, the bridge and the platform process. */

/** The reasons of file errors by the code of the operating system; the first one is that of a file that is missing. */
const fileError = (missing: string) => `{errno, select,
  ENOENT {${missing}}
  EACCES {you are not allowed to}
  EPERM {you are not allowed to}
  EROFS {the disk is read-only}
  ENOSPC {the disk is full}
  EDQUOT {your quota on that disk is used up}
  EISDIR {it is a folder}
  ENOTDIR {part of its path is not a folder}
  EBUSY {another program is using it}
  EMFILE {too many files are open}
  ENAMETOOLONG {its name is too long}
  other {the system says {errno}}
}`
const FILE_ERROR = fileError('it is not there any more')

/** The reasons why a folder can't be written. */
const FOLDER_ERROR = `{errno, select,
  EACCES {you are not allowed to}
  EPERM {you are not allowed to}
  EROFS {the disk is read-only}
  ENOSPC {the disk is full}
  EDQUOT {your quota on that disk is used up}
  EEXIST {it is a file}
  ENOTDIR {part of its path is a file}
  other {the system says {errno}}
}`

/** What a data folder holds. */
const HELD = '{files, plural, one {# file} other {# files}} and {runs, plural, one {# run} other {# runs}}'
const START_ANEW =
  'or start empty with --start-anew: Sightline then deletes the files after a week and no longer lists the runs'

export const host = {
  'host.internal': 'Something went wrong inside Sightline. Try again; if it stays, its log says more.',
  'host.connection_lost': 'The connection to Sightline’s background process was lost.',
  'host.cancelled': 'Cancelled.',
  'host.stream_closed': 'The page no longer reads this stream.',
  'host.unknown_method': ['This version of Sightline cannot do “{method}”.', 'method'],
  'host.unknown_endpoint': ['There is no call “{endpoint}”.', 'endpoint'],
  'host.malformed_input': ['{method}: {problems}.', 'method', 'problems'],
  'host.no_dialogs': 'The browser opens and saves files itself.',

  'host.platform_silent': 'Sightline’s platform does not respond. Try again in a moment.',
  'host.platform_not_running': ['Sightline’s platform does not respond. {reason}', 'reason'],
  'host.platform_starting': 'It is still starting.',
  'host.platform_not_started': ['It could not be started: {reason}.', 'reason'],
  'host.platform_killed': ['It was ended by {signal}.', 'signal'],
  'host.platform_exited': ['It ended with code {exit_code}.', 'exit_code'],
  'host.platform_restarts': ['The platform is not running. {reason} Next try in {pause_ms} ms.', 'reason', 'pause_ms'],
  'host.platform_key_not_stored': [`Its key could not be kept: ${FILE_ERROR}.`, 'errno'],
  'host.platform_failed': ['Sightline’s background process could not start: {reason}', 'reason'],
  'host.data_folder_in_use': [
    'Sightline is already running on this data folder ({folder}{pid, select, none {} other {, process {pid}}}). Close it first, or choose another folder.',
    'folder',
    'pid',
  ],
  'host.master_key_file': [
    `The file of the master key, “{file}”, can’t be read: ${fileError('it does not exist')}. Correct {variable}.`,
    'file',
    'errno',
    'variable',
  ],
  'host.master_key_form':
    'The master key has another form: give 32 bytes in base64url (43 characters) or hexadecimal (64).',
  'host.master_key_wrong':
    'The master key is not the one that this database was encrypted with. Restore the file secrets/master-key of the data folder, or the earlier value of SIGHTLINE_MASTER_KEY.',
  'host.data_folder_shared': [
    '{folder} is shared by all users of this machine. Choose a folder inside it, as {inside}.',
    'folder',
    'inside',
  ],
  'host.data_disk_full': ['The disk that holds {folder} is full. Make room, then start Sightline again.', 'folder'],
  'host.database_missing': [
    `The database {file} is missing or empty, but its folder has ${HELD}. Restore the file from a backup, or choose another data folder{options, select, of_server {, ${START_ANEW}} other {}}.`,
    'files',
    'runs',
    'options',
    'file',
  ],
  'host.database_new': [
    `The database is empty, but the data folder {folder} belongs to another one, with ${HELD}. Move the data with “sightline admin move-database”, or choose another data folder{options, select, of_server {, ${START_ANEW}} other {}}.`,
    'files',
    'runs',
    'options',
    'folder',
  ],
  'host.folder_of_another': [
    `The data folder {folder} belongs to another database, with ${HELD}. {options, select, of_server {Name that database with --database, or omit the option to use the one in the folder, or choose another data folder, ${START_ANEW}} other {Restore that database from a backup, or choose another data folder}}.`,
    'files',
    'runs',
    'options',
    'folder',
  ],
  'host.backup_unwritable': [
    `Sightline can’t write in {folder}: ${FOLDER_ERROR}. Nothing was left behind: name another folder, or make room.`,
    'folder',
    'errno',
  ],
  'host.data_folder_unwritable': [
    `Sightline can’t write in its data folder {folder}: ${FOLDER_ERROR}. Make it writable for the user that starts Sightline, or choose another folder.`,
    'folder',
    'errno',
  ],
  'host.database_damaged': [
    'The database {place} is damaged, or is not one of Sightline. Restore a backup with “sightline restore”, and start Sightline on it.',
    'place',
  ],
  'host.database_newer': [
    'The database {place} was last used by a newer version of Sightline. Update Sightline, or restore a backup of this version with “sightline restore”.',
    'place',
  ],
  'host.development_data': [
    '{place} was made by a development version of Sightline, which no release can open. Choose an empty folder or database.',
    'place',
  ],
  'host.lock_damaged': ['The file {file} is damaged. Remove it, then start Sightline again.', 'file'],
  'host.worker_tables':
    'The database has no tables of this version yet. Start a server of this version first: it updates them.',
  'host.worker_needs':
    'A worker needs the database and the store of its servers: name them with --database and --store.',
  'host.store_address':
    'The address of the store is invalid. Write it as s3://bucket/prefix, with ?endpoint=https://… for a store other than Amazon S3 and &region=… where it needs one.',
  'host.store_unusable': [
    'Sightline could not use the store of the files ({reason}). Check its address, and the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    'reason',
  ],
  'host.store_of_another': 'The store holds the files of another installation. Choose another bucket or prefix.',
  'host.store_incomplete': [
    '{n} files that the database names are neither in the data folder nor in the store. Name the store that holds them, or restore a backup.',
    'n',
  ],
  'host.store_needed': [
    'The files of this installation are in a store, and {n} of them are not in the data folder. Start with --store and its address.',
    'n',
  ],
  'host.database_url':
    'The address of the database is invalid. Write it as postgres://user:password@host:5432/database, with special characters of the password percent-encoded.',
  'host.database_in_use': [
    'Another Sightline server uses the database {address}. Stop it first, or choose another database.',
    'address',
  ],
  'host.database_unusable': ['Sightline could not open the database {address}: {reason}.', 'address', 'reason'],
  'host.database_too_old': [
    'The database server is PostgreSQL {version}. Sightline needs PostgreSQL {oldest} or newer.',
    'version',
    'oldest',
  ],
  'host.database_encoding': ['The database stores texts as {encoding}. Create it with the encoding UTF8.', 'encoding'],
  'host.port_in_use': 'Another program uses this port. Choose another one.',

  'host.artifact_missing': 'This file is no longer there. It may have been deleted or moved outside Sightline.',
  'host.archived_file_missing': 'One of these files is no longer there.',

  'host.file_unreadable': [`Sightline could not read {name}: ${FILE_ERROR}.`, 'name', 'errno'],
  'host.file_unwritable': [`Sightline could not write {name}: ${FILE_ERROR}.`, 'name', 'errno'],
  'host.file_not_granted': [
    '“{name}” in {folder} was not chosen in Sightline, only named by a workflow or a run. Choose the file itself to use it.',
    'name',
    'folder',
  ],
  'host.not_a_file': ['{name} is not a file. Choose a video or an image.', 'name'],
  'host.file_on_another_computer': [
    '{name} is on another computer. Copy it to this computer, or connect the share as a drive, and choose it there.',
    'name',
  ],
  'host.file_request_failed': 'Something went wrong with this file. Try again.',
  'host.upload_empty': 'The upload has no bytes.',

  'host.workflow_not_json': ['{name} is not a Sightline workflow: it is not JSON.', 'name'],
  'host.workflow_without_format': [
    '{name} is not a Sightline workflow: it does not say "format": "sightline-workflow".',
    'name',
  ],
  'host.workflow_of_newer_version': [
    '{name} is a workflow of version {version}. Sightline {sightline} reads workflows up to version {known}. Update Sightline to open it.',
    'name',
    'version',
    'sightline',
    'known',
  ],
  'host.workflow_requires_version': [
    '{name} is a workflow of version {version}, which needs Sightline {requires} or later. This is Sightline {sightline}.',
    'name',
    'version',
    'requires',
    'sightline',
  ],
  'host.workflow_with_unknown_field': [
    '{name} is not a Sightline workflow: there is no field {field}.',
    'name',
    'field',
  ],
  'host.workflow_with_invalid_field': [
    '{name} is not a Sightline workflow: {field} {problem}.',
    'name',
    'field',
    'problem',
  ],
  'host.workflow_with_invalid_graph': ['{name} has a graph that can’t be read. {problem}', 'name', 'problem'],
  'host.workflow_invalid': ['{name} is not a Sightline workflow: the file {problem}.', 'name', 'problem'],
  'host.workflow_too_large': ['{name} is not a Sightline workflow: it is far too large.', 'name'],
} as const
