/** Failures of downloads of any file. */
export const downloads = {
  'download.invalid_web_address': [
    '“{address}” is not a web address. Give one that begins with http:// or https://.',
    'address',
  ],
  'download.no_network': [
    '{host} can’t be reached ({reason}). Check the network connection and the proxy in the settings, then repeat the download.',
    'host',
    'reason',
  ],
  'download.certificate': [
    'The certificate of {host} is not trusted ({reason}). Check the address; where a proxy inspects connections, start Sightline with NODE_EXTRA_CA_CERTS and its certificate.',
    'host',
    'reason',
  ],
  'download.interrupted': [
    'The connection to {host} ended after {received} MB. Repeat the download: it resumes there.',
    'host',
    'received',
  ],
  'download.later': [
    '{host} is busy, and asks to come back in {seconds, number} seconds. Repeat the download then: it resumes.',
    'host',
    'seconds',
  ],
  'download.too_long': [
    '{host} sent more bytes than “{file}” has. The file was deleted; repeat the download.',
    'host',
    'file',
  ],
  'download.wrong_checksum': [
    '“{file}” was deleted, because its checksum is {actual} instead of {expected}. Repeat the download. If that fails alike, the file was changed at its source: do not use it.',
    'file',
    'actual',
    'expected',
  ],
  'download.disk_full': [
    '“{file}” needs {needed} MB, and {folder} has {free} MB left. Free some space, then repeat the download.',
    'file',
    'needed',
    'folder',
    'free',
  ],
  'download.disk_full_meanwhile': [
    'The disk of {folder} is full. Free some space, then repeat the download: it resumes.',
    'folder',
  ],
  'download.unwritable': [
    'Sightline can’t write to {folder} ({reason}). Check the permissions of the folder.',
    'folder',
    'reason',
  ],
  'download.running': [
    '“{file}” is being downloaded in another window or by another command. Wait for it, or stop it there.',
    'file',
  ],
} as const
